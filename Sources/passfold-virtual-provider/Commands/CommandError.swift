// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason that a command was not executed; its driver gets the name and the text.
package struct CommandError: Error, Hashable, Sendable {
  /// WebDriver's error codes; the set may grow.
  package struct Code: Hashable, Sendable {
    /// The code as WebDriver spells it.
    package let name: String

    /// A member is missing, of another type, or has a meaningless value.
    package static let invalidArgument = Code(name: "invalid argument")
    /// There is no such command.
    package static let unknownCommand = Code(name: "unknown command")
    /// No authenticator has this configuration.
    package static let unsupportedOperation = Code(name: "unsupported operation")
  }

  /// The kind of failure.
  package let code: Code
  /// The detail of the failure.
  package let detail: String

  /// Creates an error.
  package init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}
