// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why an endpoint on this machine cannot be used.
package struct LocalEndpointError: Error, Sendable, Equatable {
  /// The kinds of failure. The set may grow.
  package struct Code: Hashable, Sendable {
    /// A stable name for logs and tests.
    package let name: String

    /// The runtime folder is a link or not a folder, belongs to another user, or could be replaced by other users.
    package static let unsafeRuntimeFolder = Code(name: "unsafeRuntimeFolder")
    /// The runtime folder or its parent belongs to this user but is open to other users. Restricting its permissions fixes it.
    package static let openRuntimeFolder = Code(name: "openRuntimeFolder")
    /// The runtime folder cannot be created or checked; see ``LocalEndpointError/errorNumber``.
    package static let noRuntimeFolder = Code(name: "noRuntimeFolder")
    /// Another user's program listens at the socket.
    package static let foreignListener = Code(name: "foreignListener")
    /// A path is too long for a Unix socket address.
    package static let pathTooLong = Code(name: "pathTooLong")
    /// No process listens at the socket.
    package static let nobodyListens = Code(name: "nobodyListens")
    /// The broker's program was not found in this installation.
    package static let brokerNotFound = Code(name: "brokerNotFound")
    /// The broker was started but did not answer in time.
    package static let brokerDidNotAnswer = Code(name: "brokerDidNotAnswer")
    /// A system call failed; see ``LocalEndpointError/errorNumber``.
    package static let systemCallFailed = Code(name: "systemCallFailed")
    /// Another process holds the lock of this endpoint.
    package static let alreadyRunning = Code(name: "alreadyRunning")
    /// A service manager passed something other than the socket of this endpoint.
    package static let foreignSocket = Code(name: "foreignSocket")
  }

  /// The kind of failure.
  package let code: Code
  /// The path concerned.
  package let path: String
  /// `errno` after the failed system call, or 0.
  package let errorNumber: CInt
  /// The process that holds the lock, if known for ``Code/alreadyRunning``.
  package let holder: CInt?

  init(_ code: Code, path: String, errorNumber: CInt = 0, holder: CInt? = nil) {
    self.code = code
    self.path = path
    self.errorNumber = errorNumber
    self.holder = holder
  }

  /// Errors with the same code are equal; the holder is only for display.
  package static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
