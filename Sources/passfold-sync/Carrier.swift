// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory
package import VaultProtocol

/// What brings a task to the other side and comes back with an answer: a server, or a folder that answers as one would.
package protocol Carrier: Sendable {
  /// Carries a task; a cancelled one ends soon, with whatever outcome.
  func carry(_ task: CarriedTask) async -> CarryOutcome
}

/// A task with its whole body.
package struct CarriedTask: Sendable {
  /// Where to: an origin, or the absolute path of a folder.
  package var place: String
  /// `GET`, `POST`, `PUT` or `DELETE`.
  package var method: String
  /// The path with its query.
  package var path: String
  /// The session's token; nil where there is none.
  package var token: SharedSecret?
  /// The body; nil for a task without one.
  package var body: SharedSecret?
  /// How many seconds the answer may take.
  package var seconds: Int

  /// Puts a task together.
  package init(place: String, method: String, path: String, token: SharedSecret? = nil, body: SharedSecret? = nil, seconds: Int) {
    self.place = place
    self.method = method
    self.path = path
    self.token = token
    self.body = body
    self.seconds = seconds
  }
}

/// What became of a task.
package struct CarryOutcome: Sendable {
  /// The answer's status; nil where none came.
  package var status: Int?
  /// After how many seconds the other side wants to be asked again, where it said so.
  package var retryAfter: Int?
  /// Why no answer came; nil where one did.
  package var failure: CarryFailure?
  /// The answer's body in parts, each but the last of `CarryStep.partByteCount` bytes; none for an empty one.
  package var body: [SharedSecret]

  /// An answer.
  package init(status: Int, retryAfter: Int? = nil, body: [SharedSecret] = []) {
    self.status = status
    self.retryAfter = retryAfter
    self.body = body
  }

  /// No answer.
  package init(_ failure: CarryFailure, retryAfter: Int? = nil) {
    self.failure = failure
    self.retryAfter = retryAfter
    body = []
  }
}
