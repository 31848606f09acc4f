// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Some kinds of record.
package struct CredentialKinds: OptionSet, Hashable, Sendable {
  /// A bit for each kind, by its number.
  package let rawValue: UInt16

  /// Takes bits.
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// One kind.
  package init(_ kind: CredentialKind) { rawValue = 1 << UInt16(kind.rawValue) }

  /// Every kind, also one that this version does not know.
  package static let all = CredentialKinds(rawValue: .max)
  /// What can be filled into pages and apps; nothing else is suggested to them, and a browser changes nothing else.
  package static let fillable: CredentialKinds = [CredentialKinds(.password), CredentialKinds(.passkey), CredentialKinds(.oneTimeCode)]
  /// What a person looks up and copies, and what is never filled in anywhere.
  package static let plain: CredentialKinds = [CredentialKinds(.note), CredentialKinds(.card), CredentialKinds(.identity)]

  /// Whether a kind is among them.
  package func contains(_ kind: CredentialKind) -> Bool { rawValue & (1 << UInt16(kind.rawValue)) != 0 }
}
