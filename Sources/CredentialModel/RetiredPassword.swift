// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// A login's password until it was replaced.
package struct RetiredPassword: Sendable {
  /// The password in UTF-8.
  package let password: SharedSecret
  /// The time at which it was replaced, with millisecond precision.
  package let retired: Date

  /// Creates a retired password.
  package init(password: SharedSecret, retired: Date) {
    self.password = password
    self.retired = retired
  }
}
