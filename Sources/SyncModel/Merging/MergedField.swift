// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The numbers of the fields with special merge rules (docs/formats/vault.md, "Record content").
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

  /// A password, private key, or the secret of codes.
  package static let secret: UInt64 = 4
  /// The hash function of codes.
  package static let codeAlgorithm: UInt64 = 7
  /// The number of digits of codes.
  package static let codeDigits: UInt64 = 8
  /// The period or counter of codes.
  package static let codeForm: UInt64 = 9
  /// The time at which the record was moved to the trash.
  package static let trashedAt: UInt64 = 18
  /// The record that replaced it.
  package static let supersededBy: UInt64 = 19
  /// The old parameters of codes.
  package static let codeHistory: UInt64 = 22
  /// The mark that a service's report moved the record to the trash.
  package static let hiddenAt: UInt64 = 27
  /// The old passwords.
  package static let passwordHistory: UInt64 = 28
  /// A note that a person added to a record of any kind.
  package static let addedNote: UInt64 = 31
  /// A person's own fields.
  package static let customFields: UInt64 = 32
  /// A note's text.
  package static let text: UInt64 = 40
  /// A note's old texts.
  package static let textHistory: UInt64 = 41

  /// The fields that say whether a record is in the trash.
  static let trash: [UInt64] = [trashedAt, supersededBy, hiddenAt]
  /// The fields that define a passkey's identity: secret, relying party, user handle, credential ID, algorithm, backup eligibility,
  /// creation, PRF keys and protection.
  package static let writeOnce: [UInt64] = [secret, 10, 11, 13, 14, 15, 17, 23, 24, 25]
}
