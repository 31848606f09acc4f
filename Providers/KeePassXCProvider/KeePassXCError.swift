// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why KeePassXC did not answer as asked.
package struct KeePassXCError: Error, Sendable, Equatable {
  /// The reasons; the set may grow.
  package struct Code: Hashable, Sendable {
    let name: String

    /// Nothing listens: KeePassXC does not run, or its browser integration is off.
    package static let notRunning = Code(name: "notRunning")
    /// Another user of the computer listens where KeePassXC should.
    package static let otherUser = Code(name: "otherUser")
    /// It hung up, or said what the protocol does not know.
    package static let badAnswer = Code(name: "badAnswer")
    /// No database is open (its error 1).
    package static let locked = Code(name: "locked")
    /// The person said no in KeePassXC (its error 6).
    package static let denied = Code(name: "denied")
    /// The database does not know this provider (its error 8).
    package static let notAssociated = Code(name: "notAssociated")
    /// This version does not know the question (its error 12).
    package static let unknownAction = Code(name: "unknownAction")
    /// There is nothing for the site (its error 15).
    package static let nothingFound = Code(name: "nothingFound")
    /// Any other of its errors.
    package static let other = Code(name: "other")
  }

  /// The reason.
  package let code: Code

  /// Names a reason.
  package init(_ code: Code) { self.code = code }

  /// Reads the number of an error of the protocol.
  init(number: String) {
    code =
      switch number {
      case "1": .locked
      case "6": .denied
      case "8": .notAssociated
      case "12": .unknownAction
      case "15": .nothingFound
      default: .other
      }
  }
}
