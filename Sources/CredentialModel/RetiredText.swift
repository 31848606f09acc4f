// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// A note's text until it was replaced.
package struct RetiredText: Sendable {
  /// The text in UTF-8.
  package let text: SharedSecret
  /// The time at which it was replaced, with millisecond precision.
  package let retired: Date

  /// Creates a retired text.
  package init(text: SharedSecret, retired: Date) {
    self.text = text
    self.retired = retired
  }
}
