// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// Why a request to the broker brought nothing.
package struct BrokerClientError: Error, Sendable, Equatable {
  /// The kinds of failure; the set may grow.
  package struct Code: Hashable, Sendable {
    /// A stable name, for logs and tests.
    package let name: String

    /// No broker runs in this session, and none could be started.
    package static let brokerUnreachable = Code(name: "brokerUnreachable")
    /// The broker ended while the request was under way.
    package static let brokerEnded = Code(name: "brokerEnded")
    /// The request does not fit in a frame.
    package static let requestTooLarge = Code(name: "requestTooLarge")
    /// The broker answered with a failure; ``BrokerClientError/failure`` is its code.
    package static let refused = Code(name: "refused")
    /// The broker answered with something that the request cannot end with.
    package static let malformedAnswer = Code(name: "malformedAnswer")
  }

  /// What went wrong.
  package let code: Code
  /// What the broker says of a request that it refused.
  package let failure: RequestFailure?
  /// What kept the broker from being reached.
  package let detail: String?

  /// Makes an error of the conversation.
  package init(_ code: Code, detail: String? = nil) {
    self.code = code
    self.failure = nil
    self.detail = detail
  }

  /// Makes an error of the broker's failure.
  package init(_ failure: RequestFailure) {
    code = .refused
    self.failure = failure
    detail = nil
  }
}
