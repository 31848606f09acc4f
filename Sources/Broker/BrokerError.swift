// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What can go wrong in the broker before any client is involved.
package struct BrokerError: Error, Sendable, Equatable {
  /// The kinds of failure; the set may grow.
  package struct Code: Hashable, Sendable {
    /// A stable name, for logs and tests.
    package let name: String

    /// A provider bundle cannot be used as it stands.
    package static let unreadableBundle = Code(name: "unreadableBundle")
    /// The program that draws views could not be started.
    package static let surfaceDidNotStart = Code(name: "surfaceDidNotStart")
    /// A provider's executable could not be started.
    package static let providerDidNotStart = Code(name: "providerDidNotStart")
    /// The vault did not answer at its management door, or not in its form.
    package static let vaultFailed = Code(name: "vaultFailed")
    /// The file with the person's decisions about providers cannot be read; it is left as it is.
    package static let unreadableSettings = Code(name: "unreadableSettings")
    /// The person's decisions about providers could not be written; the former ones are still there.
    package static let settingsNotSaved = Code(name: "settingsNotSaved")
  }

  /// What went wrong.
  package let code: Code
  /// The path or provider it is about.
  package let subject: String

  /// Makes an error about `subject`.
  package init(_ code: Code, subject: String) {
    self.code = code
    self.subject = subject
  }

  package static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
