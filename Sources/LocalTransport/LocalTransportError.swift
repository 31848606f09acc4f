// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import LocalEndpoint

/// The reason why a conversation over a Passfold socket could not begin or continue.
package struct LocalTransportError: Error, Sendable, Equatable {
  /// The kinds of failure. The set may grow.
  package struct Code: Hashable, Sendable {
    /// A stable name for logs and tests.
    package let name: String

    /// The socket could not be opened; see ``LocalTransportError/endpoint``.
    package static let endpointFailed = Code(name: "endpointFailed")
    /// A message could not be decoded as the expected type.
    package static let malformedMessage = Code(name: "malformedMessage")
    /// A frame is larger than ``SocketFrameLimits`` allows.
    package static let frameTooLarge = Code(name: "frameTooLarge")
  }

  /// The kind of failure.
  package let code: Code
  /// The endpoint's error, if it was the cause.
  package let endpoint: LocalEndpointError?

  /// Creates an error. Pass `endpoint` only with `endpointFailed`.
  package init(_ code: Code, endpoint: LocalEndpointError? = nil) {
    self.code = code
    self.endpoint = endpoint
  }

  /// Errors with the same code and the same endpoint error are equal.
  package static func == (left: Self, right: Self) -> Bool { left.code == right.code && left.endpoint == right.endpoint }
}
