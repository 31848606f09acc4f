// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// The reason why a request to the broker failed.
package struct BrokerClientError: Error, Sendable, Equatable {
  /// The kinds of failure. The set may grow.
  package struct Code: Hashable, Sendable {
    /// A stable name for logs and tests.
    package let name: String

    /// No broker is running in this session, and none could be started.
    package static let brokerUnreachable = Code(name: "brokerUnreachable")
    /// The connection to the broker ended during the request.
    package static let brokerEnded = Code(name: "brokerEnded")
    /// The request does not fit in a frame.
    package static let requestTooLarge = Code(name: "requestTooLarge")
    /// The broker answered with a failure; see ``BrokerClientError/failure``.
    package static let refused = Code(name: "refused")
    /// The broker's answer is not valid for the request.
    package static let malformedAnswer = Code(name: "malformedAnswer")
  }

  /// The kind of failure.
  package let code: Code
  /// The broker's failure, if it refused the request.
  package let failure: RequestFailure?
  /// The reason why the broker could not be reached.
  package let detail: String?

  /// Creates an error of the connection.
  package init(_ code: Code, detail: String? = nil) {
    self.code = code
    self.failure = nil
    self.detail = detail
  }

  /// Creates an error from the broker's failure.
  package init(_ failure: RequestFailure) {
    code = .refused
    self.failure = failure
    detail = nil
  }
}
