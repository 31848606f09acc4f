// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// A password that a login had until another took its place.
package struct RetiredPassword: Sendable {
  /// The password in UTF-8.
  package let password: SharedSecret
  /// Until when, to the millisecond.
  package let retired: Date

  /// Dates a retirement.
  package init(password: SharedSecret, retired: Date) {
    self.password = password
    self.retired = retired
  }
}
