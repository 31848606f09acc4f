// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One credential with its secret.
package enum CredentialRecord: Sendable {
  /// A user name with a password.
  case password(PasswordRecord)
  /// The secret of one-time codes.
  case oneTimeCode(OneTimeCodeRecord)
  /// A WebAuthn key pair.
  case passkey(PasskeyRecord)
  /// The user's own text.
  case note(NoteRecord)
  /// A payment card.
  case card(CardRecord)
  /// Data that identifies a person to others.
  case identity(PersonRecord)

  /// The record's identifier.
  package var id: RecordIdentifier {
    switch self {
    case .password(let record): record.id
    case .oneTimeCode(let record): record.id
    case .passkey(let record): record.id
    case .note(let record): record.id
    case .card(let record): record.id
    case .identity(let record): record.id
    }
  }

  /// The record's kind.
  package var kind: CredentialKind {
    switch self {
    case .password: .password
    case .oneTimeCode: .oneTimeCode
    case .passkey: .passkey
    case .note: .note
    case .card: .card
    case .identity: .identity
    }
  }

  /// The data that may be shown and searched without opening the secret.
  package var summary: CredentialSummary {
    switch self {
    case .password(let record):
      CredentialSummary(id: record.id, kind: .password, title: record.title, services: record.services, user: record.user)
    case .oneTimeCode(let record):
      CredentialSummary(
        id: record.id, kind: .oneTimeCode, title: record.title, services: record.services, user: record.account, login: record.login,
        issuer: record.issuer, pending: record.pending)
    case .passkey(let record):
      CredentialSummary(
        id: record.id, kind: .passkey, title: record.relyingPartyID,
        services: [ServiceIdentifier(kind: .domain, text: record.relyingPartyID)],
        user: record.userName, relyingPartyID: record.relyingPartyID, credentialID: record.credentialID, userHandle: record.userHandle)
    case .note(let record): CredentialSummary(id: record.id, kind: .note, title: record.title, services: [], user: "")
    case .card(let record):
      CredentialSummary(
        id: record.id, kind: .card, title: record.title, services: [], user: record.holder,
        about: [record.brand?.rawValue, record.bank].compactMap { $0 }.filter { !$0.isEmpty })
    case .identity(let record):
      CredentialSummary(
        id: record.id, kind: .identity, title: record.title, services: [], user: record.fullName,
        about: [record.organisation].filter { !$0.isEmpty } + record.emails.map(\.text))
    }
  }
}

/// The kinds of record: those that a provider can offer, and those that the user stores in addition.
package enum CredentialKind: UInt8, Hashable, Sendable, CaseIterable {
  /// A user name with a password.
  case password = 1
  /// A WebAuthn key pair.
  case passkey = 2
  /// The secret of one-time codes.
  case oneTimeCode = 3
  /// The user's own text.
  case note = 4
  /// A payment card.
  case card = 5
  /// Data that identifies a person to others.
  case identity = 6
}
