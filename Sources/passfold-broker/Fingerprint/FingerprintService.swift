// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The system's fingerprint service; every call blocks.
package protocol FingerprintService: AnyObject {
  /// Finds the reader, and returns the user ID that the service runs under; nil if there is no reader or no service.
  func open() -> UInt32?
  /// Whether the reader has an enrolled fingerprint of the user.
  func isEnrolled() -> Bool
  /// Claims the reader; returns false if another program has claimed it.
  func claim() -> Bool
  /// Starts verifying fingerprints; returns false if none is enrolled.
  func beginVerifying() -> Bool
  /// Returns the next status; nil if the question was cancelled, the time is over or the service has gone.
  func nextStatus() -> FingerprintStatus?
  /// Stops verifying, whether or not the last status has been received.
  func endVerifying()
  /// Releases the reader.
  func release()
}

/// fprintd's `VerifyStatus(result, done)`.
package struct FingerprintStatus: Hashable, Sendable {
  /// One of fprintd's result strings, such as `verify-match`.
  package var result: String
  /// Whether this is the last status.
  package var isLast: Bool

  /// Creates a status from the signal's values.
  package init(_ result: String, isLast: Bool) {
    self.result = result
    self.isLast = isLast
  }
}
