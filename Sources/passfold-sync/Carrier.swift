// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory
package import VaultProtocol

/// Sends a task to the other side and returns with a reply. The other side is a server, or a folder that replies like one.
package protocol Carrier: Sendable {
  /// Carries out a task. A cancelled task ends soon, with any outcome.
  func carry(_ task: CarriedTask) async -> CarryOutcome
}

/// A task with its complete body.
package struct CarriedTask: Sendable {
  /// The destination: an origin, or the absolute path of a folder.
  package var place: String
  /// `GET`, `POST`, `PUT` or `DELETE`.
  package var method: String
  /// The path with its query.
  package var path: String
  /// The session's token; nil if there is none.
  package var token: SharedSecret?
  /// The body; nil if there is none.
  package var body: SharedSecret?
  /// The maximum time for the reply in seconds.
  package var seconds: Int

  /// Creates a task.
  package init(place: String, method: String, path: String, token: SharedSecret? = nil, body: SharedSecret? = nil, seconds: Int) {
    self.place = place
    self.method = method
    self.path = path
    self.token = token
    self.body = body
    self.seconds = seconds
  }
}

/// The outcome of a task.
package struct CarryOutcome: Sendable {
  /// The reply's status; nil if there was no reply.
  package var status: Int?
  /// The number of seconds after which the other side wants the next request; nil if it did not say.
  package var retryAfter: Int?
  /// The reason for a missing reply; nil if there was one.
  package var failure: CarryFailure?
  /// The reply's body in parts, each but the last of `CarryStep.partByteCount` bytes; none for an empty one.
  package var body: [SharedSecret]

  /// Creates the outcome of a reply.
  package init(status: Int, retryAfter: Int? = nil, body: [SharedSecret] = []) {
    self.status = status
    self.retryAfter = retryAfter
    self.body = body
  }

  /// Creates the outcome of a missing reply.
  package init(_ failure: CarryFailure, retryAfter: Int? = nil) {
    self.failure = failure
    self.retryAfter = retryAfter
    body = []
  }
}
