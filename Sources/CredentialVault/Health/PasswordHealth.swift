// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials

/// The health of one password: how easy it is to guess, how old it is, and whether others are the same. Contains nothing of the password
/// itself.
package struct PasswordHealth: Sendable {
  /// The login.
  package let summary: CredentialSummary
  /// The binary logarithm of the number of guesses needed, by zxcvbn's method.
  package let bits: Double
  /// The time at which it was set, according to the stamp of its field.
  package let changed: Date
  /// A value that is the same for equal passwords under one key, and random otherwise.
  package let likeness: [UInt8]
  /// Whether the list of breached passwords contains it; nil if there is no list, or the list gives no answer.
  package let isBreached: Bool?
}
