// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// A text that a note had until another took its place.
package struct RetiredText: Sendable {
  /// The text in UTF-8.
  package let text: SharedSecret
  /// Until when, to the millisecond.
  package let retired: Date

  /// Dates a retirement.
  package init(text: SharedSecret, retired: Date) {
    self.text = text
    self.retired = retired
  }
}
