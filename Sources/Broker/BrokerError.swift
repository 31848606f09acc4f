// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An error in the broker before any client is involved.
package struct BrokerError: Error, Sendable, Equatable {
  /// The kinds of failure; the set may grow.
  package struct Code: Hashable, Sendable {
    /// A stable name, for logs and tests.
    package let name: String

    /// A provider bundle cannot be used in its current form.
    package static let unreadableBundle = Code(name: "unreadableBundle")
    /// The program that draws views could not be started.
    package static let surfaceDidNotStart = Code(name: "surfaceDidNotStart")
    /// A provider's executable could not be started.
    package static let providerDidNotStart = Code(name: "providerDidNotStart")
    /// The vault did not answer at its management door, or gave a malformed answer.
    package static let vaultFailed = Code(name: "vaultFailed")
    /// The file with the user's decisions about providers cannot be read; it is left as it is.
    package static let unreadableSettings = Code(name: "unreadableSettings")
    /// The user's decisions about providers could not be written; the old ones remain.
    package static let settingsNotSaved = Code(name: "settingsNotSaved")
  }

  /// The kind of error.
  package let code: Code
  /// The path or provider concerned.
  package let subject: String

  /// Creates an error about `subject`.
  package init(_ code: Code, subject: String) {
    self.code = code
    self.subject = subject
  }

  package static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
