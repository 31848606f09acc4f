// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a keyring did not answer as asked.
package struct SecretServiceError: Error, Sendable, Equatable {
  /// The reasons; the set may grow.
  package struct Code: Hashable, Sendable {
    let name: String

    /// There is no filter for the session's bus, so there is no bus.
    package static let filterMissing = Code(name: "filterMissing")
    /// There is no bus, or its filter does not listen.
    package static let noBus = Code(name: "noBus")
    /// Nobody on the bus keeps secrets.
    package static let notRunning = Code(name: "notRunning")
    /// It did not answer in time.
    package static let tooSlow = Code(name: "tooSlow")
    /// It said what the interface does not know.
    package static let badAnswer = Code(name: "badAnswer")
    /// It cannot hand secrets over encrypted.
    package static let noEncryption = Code(name: "noEncryption")
    /// The item is locked.
    package static let locked = Code(name: "locked")
    /// The person dismissed the keyring's question.
    package static let dismissed = Code(name: "dismissed")
    /// The item is gone, or is no login for a web site any more.
    package static let noLogin = Code(name: "noLogin")
    /// What the item holds is no password.
    package static let noPassword = Code(name: "noPassword")
  }

  /// The reason.
  package let code: Code

  /// Names a reason.
  package init(_ code: Code) { self.code = code }
}
