// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a command was not carried out; its driver gets the name and the words.
package struct CommandError: Error, Hashable, Sendable {
  /// WebDriver's error codes; the set may grow.
  package struct Code: Hashable, Sendable {
    /// The code as WebDriver spells it.
    package let name: String

    /// A member is missing, of another type or has a value that means nothing.
    package static let invalidArgument = Code(name: "invalid argument")
    /// There is no such command.
    package static let unknownCommand = Code(name: "unknown command")
    /// The configuration is one that no authenticator has.
    package static let unsupportedOperation = Code(name: "unsupported operation")
  }

  /// What kind of failure it is.
  package let code: Code
  /// What it is about.
  package let detail: String

  /// Names a failure.
  package init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}
