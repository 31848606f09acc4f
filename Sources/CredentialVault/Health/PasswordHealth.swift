// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials

/// How one password stands: how easily it is guessed, how old it is, and which others are the same. Nothing of the password itself.
package struct PasswordHealth: Sendable {
  /// The login.
  package let summary: CredentialSummary
  /// The binary logarithm of the guesses that it withstands, by zxcvbn's method.
  package let bits: Double
  /// When it was set, by the stamp of its field.
  package let changed: Date
  /// The same for the same passwords under one key, and random otherwise.
  package let likeness: [UInt8]
  /// Whether it stands in the list of passwords that strangers have learned; nil where there is no list, or it does not tell.
  package let isBreached: Bool?
}
