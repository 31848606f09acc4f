// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What the session's server asks about the person's finger.
package enum FingerRequest: String, Codable, Hashable, Sendable {
  /// Whether a reader is there that knows a finger of the person.
  case isEnrolled
  /// Whether the person's finger is put on the reader, from now on until it answers.
  case verify
  /// No more: what was asked under the same number is answered by nobody.
  case stop
}

/// What the system's service for fingerprints said; it never says why it cannot be used.
package enum FingerAnswer: String, Codable, Hashable, Sendable {
  /// A finger of the person is known.
  case enrolled
  /// The finger is one of the person's.
  case matched
  /// The finger is none of the person's.
  case notMatched
  /// There is no reader, no known finger or no service of the system's, or it did not answer.
  case unavailable
}
