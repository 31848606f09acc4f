// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A set of kinds of record.
package struct CredentialKinds: OptionSet, Hashable, Sendable {
  /// One bit for each kind, by its number.
  package let rawValue: UInt16

  /// Creates a set from bits.
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Creates a set of one kind.
  package init(_ kind: CredentialKind) { rawValue = 1 << UInt16(kind.rawValue) }

  /// Every kind, including those that this version does not know.
  package static let all = CredentialKinds(rawValue: .max)
  /// The kinds that can be filled into pages and apps. No other kind is suggested there, and a browser changes no other kind.
  package static let fillable: CredentialKinds = [CredentialKinds(.password), CredentialKinds(.passkey), CredentialKinds(.oneTimeCode)]
  /// The kinds that the user looks up and copies, and that are never filled in.
  package static let plain: CredentialKinds = [CredentialKinds(.note), CredentialKinds(.card), CredentialKinds(.identity)]

  /// Whether the set contains a kind.
  package func contains(_ kind: CredentialKind) -> Bool { rawValue & (1 << UInt16(kind.rawValue)) != 0 }
}
