// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// A section of the vault's list.
enum VaultSection: String, CaseIterable, Sendable {
  case all
  case codes
  case passkeys
  case passwords
  case notes
  case cards
  case identities
  case health
  case trash

  /// The kind of its entries; nil for a section with several kinds.
  var kind: VaultEntry.Kind? {
    switch self {
    case .all, .health, .trash: nil
    case .codes: .oneTimeCode
    case .passkeys: .passkey
    case .passwords: .password
    case .notes: .note
    case .cards: .card
    case .identities: .identity
    }
  }

  /// Names from the icon theme that every GTK desktop has.
  var icon: String {
    switch self {
    case .all: "view-list-symbolic"
    case .health: "security-high-symbolic"
    case .trash: "user-trash-symbolic"
    default: kind.map(Self.icon) ?? ""
    }
  }

  /// Returns the symbol for a kind of entry.
  static func icon(of kind: VaultEntry.Kind) -> String {
    switch kind {
    case .password: "dialog-password-symbolic"
    case .passkey: "auth-fingerprint-symbolic"
    case .oneTimeCode: "preferences-system-time-symbolic"
    case .note: "text-x-generic-symbolic"
    case .card: "auth-smartcard-symbolic"
    case .identity: "avatar-default-symbolic"
    }
  }

  /// Returns the number of its entries, if the vault reports it.
  func count(in status: VaultStatus?) -> Int? { kind.flatMap { status?.counts?[$0.rawValue] } }

  /// Returns the request for a part of its list; password health is requested separately.
  func call(query: String, offset: Int, limit: Int) -> VaultCall {
    let words = query.isEmpty ? nil : query
    if self == .trash { return .trash(VaultCall.ListQuery(query: words, offset: offset, limit: limit)) }
    return .list(VaultCall.ListQuery(query: words, kind: kind, offset: offset, limit: limit, joined: self == .all ? true : nil))
  }
}
