// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why an endpoint on this machine could not be used.
package struct LocalEndpointError: Error, Sendable, Equatable {
  /// The kinds of failure; the set may grow.
  package struct Code: Hashable, Sendable {
    /// A stable name, for logs and tests.
    package let name: String

    /// The runtime folder is a link or no folder, or it belongs to somebody else, or others may put another one in its place.
    package static let unsafeRuntimeFolder = Code(name: "unsafeRuntimeFolder")
    /// The runtime folder or the one that it lies in is this user's and open to others; closing it mends that.
    package static let openRuntimeFolder = Code(name: "openRuntimeFolder")
    /// The runtime folder cannot be made or looked at; see ``LocalEndpointError/errorNumber``.
    package static let noRuntimeFolder = Code(name: "noRuntimeFolder")
    /// Another user's program listens at the socket.
    package static let foreignListener = Code(name: "foreignListener")
    /// A path is longer than a Unix socket address holds.
    package static let pathTooLong = Code(name: "pathTooLong")
    /// Nobody listens at the socket.
    package static let nobodyListens = Code(name: "nobodyListens")
    /// The broker's program was not found where this installation should have it.
    package static let brokerNotFound = Code(name: "brokerNotFound")
    /// The broker was started and did not answer in time.
    package static let brokerDidNotAnswer = Code(name: "brokerDidNotAnswer")
    /// A system call failed; see ``LocalEndpointError/errorNumber``.
    package static let systemCallFailed = Code(name: "systemCallFailed")
    /// Another process holds the lock of this endpoint.
    package static let alreadyRunning = Code(name: "alreadyRunning")
    /// A service manager handed over something else than the socket of this endpoint.
    package static let foreignSocket = Code(name: "foreignSocket")
  }

  /// What went wrong.
  package let code: Code
  /// The path it is about.
  package let path: String
  /// `errno` after the failed system call, or 0.
  package let errorNumber: CInt
  /// The process that holds the lock, where ``Code/alreadyRunning`` knows it.
  package let holder: CInt?

  init(_ code: Code, path: String, errorNumber: CInt = 0, holder: CInt? = nil) {
    self.code = code
    self.path = path
    self.errorNumber = errorNumber
    self.holder = holder
  }

  /// Two errors are equal when their codes are; the holder is for people.
  package static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
