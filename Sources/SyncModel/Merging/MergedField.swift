// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The numbers of the fields that a merge treats in a way of their own (docs/formats/vault.md, "Record content").
package enum MergedField {
  /// The kind of a tombstone, which no record has.
  package static let tombstone: UInt8 = 0
  /// The kind of a password.
  package static let password: UInt8 = 1
  /// The kind of a passkey.
  package static let passkey: UInt8 = 2
  /// The kind of a one-time code.
  package static let oneTimeCode: UInt8 = 3
  /// The kind of a note.
  package static let note: UInt8 = 4

  /// Password, private key, or a code's secret.
  package static let secret: UInt64 = 4
  /// A code's hash.
  package static let codeAlgorithm: UInt64 = 7
  /// A code's digits.
  package static let codeDigits: UInt64 = 8
  /// A code's period or counter.
  package static let codeForm: UInt64 = 9
  /// When the record was put into the trash.
  package static let trashedAt: UInt64 = 18
  /// What replaced the record.
  package static let supersededBy: UInt64 = 19
  /// What codes were computed from before.
  package static let codeHistory: UInt64 = 22
  /// That a service's word put the record into the trash.
  package static let hiddenAt: UInt64 = 27
  /// The passwords from before.
  package static let passwordHistory: UInt64 = 28
  /// A note's text.
  package static let text: UInt64 = 40
  /// A note's texts from before.
  package static let textHistory: UInt64 = 41

  /// What says whether a record lies in the trash.
  static let trash: [UInt64] = [trashedAt, supersededBy, hiddenAt]
  /// What makes a passkey the passkey that it is: secret, relying party, user handle, credential ID, algorithm, backup eligibility,
  /// creation, PRF keys and protection.
  package static let writeOnce: [UInt64] = [secret, 10, 11, 13, 14, 15, 17, 23, 24, 25]
}
