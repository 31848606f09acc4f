// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A question about the user's fingerprint from the provider that serves the session.
package enum FingerRequest: String, Codable, Hashable, Sendable {
  /// Whether there is a reader and it has an enrolled fingerprint of the user.
  case isEnrolled
  /// Whether the user touches the reader with an enrolled finger; the reader waits from now on until it answers.
  case verify
  /// Stops: the question under the same number is not answered.
  case stop
}

/// The answer of the system's fingerprint service; it never says why the service cannot be used.
package enum FingerAnswer: String, Codable, Hashable, Sendable {
  /// The user has an enrolled fingerprint.
  case enrolled
  /// The fingerprint is one of the user's.
  case matched
  /// The fingerprint is not one of the user's.
  case notMatched
  /// There is no reader, no enrolled fingerprint or no fingerprint service, or the service did not answer.
  case unavailable
}
