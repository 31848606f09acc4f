// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What the vault asks about the person's finger. The system's word is all there is: no key comes with it (docs/decisions/0032).
package struct FingerReader: Sendable {
  /// Whether a reader knows a finger of the person.
  package var isEnrolled: @Sendable () async -> Bool
  /// Whether the next finger on the reader is the person's; nil where nobody can tell, or when the task was cancelled.
  package var verify: @Sendable () async -> Bool?

  /// Takes the two questions from outside.
  package init(isEnrolled: @escaping @Sendable () async -> Bool, verify: @escaping @Sendable () async -> Bool?) {
    self.isEnrolled = isEnrolled
    self.verify = verify
  }

  /// No reader.
  package static let none = FingerReader(isEnrolled: { false }, verify: { nil })
}
