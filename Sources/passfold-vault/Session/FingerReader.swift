// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The vault's questions about the user's fingerprint. The system only answers yes or no; no key comes with it (docs/decisions/0032).
package struct FingerReader: Sendable {
  /// Returns whether a reader has an enrolled fingerprint of the user.
  package var isEnrolled: @Sendable () async -> Bool
  /// Returns whether the next fingerprint on the reader is the user's; nil if this cannot be determined, or when the task was cancelled.
  package var verify: @Sendable () async -> Bool?

  /// Creates a reader from the two questions.
  package init(isEnrolled: @escaping @Sendable () async -> Bool, verify: @escaping @Sendable () async -> Bool?) {
    self.isEnrolled = isEnrolled
    self.verify = verify
  }

  /// A reader that does not exist.
  package static let none = FingerReader(isEnrolled: { false }, verify: { nil })
}
