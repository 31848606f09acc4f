// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The result of closing an account.
package struct AccountClosing: Hashable, Sendable {
  /// The time at which the account is erased. Closing it again does not change it.
  package let erasure: Date
  /// Whether the account was closed before.
  package let isRepeat: Bool

  /// Creates a value.
  package init(erasure: Date, isRepeat: Bool) {
    (self.erasure, self.isRepeat) = (erasure, isRepeat)
  }
}
