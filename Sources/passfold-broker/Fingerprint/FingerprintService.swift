// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The system's service for fingerprints, as it is spoken to; every call blocks.
package protocol FingerprintService: AnyObject {
  /// Finds the reader, and returns the user number that the service runs under; nil where there is no reader or no service.
  func open() -> UInt32?
  /// Whether the reader knows a finger of the person.
  func isEnrolled() -> Bool
  /// Has the reader for oneself; false where somebody else has it.
  func claim() -> Bool
  /// Begins to look at fingers; false where none is known.
  func beginVerifying() -> Bool
  /// The next word about a finger; nil when nobody asks any more, the time is over or the service has gone.
  func nextStatus() -> FingerprintStatus?
  /// Ends looking, after a word that was the last one or without one.
  func endVerifying()
  /// Gives the reader back.
  func release()
}

/// fprintd's `VerifyStatus(result, done)`.
package struct FingerprintStatus: Hashable, Sendable {
  /// One of fprintd's words, such as `verify-match`.
  package var result: String
  /// Whether no other word follows.
  package var isLast: Bool

  /// Takes what the signal said.
  package init(_ result: String, isLast: Bool) {
    self.result = result
    self.isLast = isLast
  }
}
