// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import LocalEndpoint

/// Why a conversation over a Passfold socket could not begin or go on.
package struct LocalTransportError: Error, Sendable, Equatable {
  /// The kinds of failure; the set may grow.
  package struct Code: Hashable, Sendable {
    /// A stable name, for logs and tests.
    package let name: String

    /// The socket could not be opened; ``LocalTransportError/endpoint`` says why.
    package static let endpointFailed = Code(name: "endpointFailed")
    /// A message could not be read as the type it should be.
    package static let malformedMessage = Code(name: "malformedMessage")
    /// A frame is larger than ``SocketFrameLimits`` allows.
    package static let frameTooLarge = Code(name: "frameTooLarge")
  }

  /// What went wrong.
  package let code: Code
  /// The endpoint's own error, where it was the reason.
  package let endpoint: LocalEndpointError?

  /// Makes an error; `endpoint` only with `endpointFailed`.
  package init(_ code: Code, endpoint: LocalEndpointError? = nil) {
    self.code = code
    self.endpoint = endpoint
  }

  /// Two errors are equal when their codes are, and the endpoint's errors below them.
  package static func == (left: Self, right: Self) -> Bool { left.code == right.code && left.endpoint == right.endpoint }
}
