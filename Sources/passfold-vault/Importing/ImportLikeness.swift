// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import Crypto
import FoundationEssentials
import OneTimeCodes
import SecretMemory
import WebDomains

import class SecretMemory.SharedSecret

/// By what records are found that may be the same: keys that they have in common, and hashes of what they say.
struct ImportLikeness {
  typealias Key = ImportCandidates.Key

  /// Hashes secrets, for the tables of one comparison alone.
  private let key: SharedSecret

  /// - Parameter key: 32 random bytes.
  init(key: SharedSecret) { self.key = key }

  func hash(_ secret: SharedSecret) -> [UInt8] {
    key.withBytes { key in secret.withBytes { Array(HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: key))) } }
  }

  // MARK: What may be the same

  func keys(of record: CredentialRecord, isInTrash: Bool) -> [Key] {
    switch record {
    case .password(let login): Self.keys(ofLogin: login.user, title: login.title, services: login.services, isInTrash: isInTrash)
    case .oneTimeCode(let code):
      [
        keyOfCodes(with: code.parameters.secret, isInTrash: isInTrash),
        Key(.oneTimeCode, isInTrash: isInTrash, text: "\(code.issuer ?? code.title)\u{0}\(code.account)"),
      ]
    case .passkey(let passkey): [Self.key(ofPasskey: passkey.credentialID, for: passkey.relyingPartyID, isInTrash: isInTrash)]
    case .note(let note): [Key(.note, isInTrash: isInTrash, text: note.title)]
    case .card(let card):
      card.number.byteCount > 0
        ? [Key(.card, isInTrash: isInTrash, hash: hash(card.number))]
        : [Key(.card, isInTrash: isInTrash, text: "\(card.title)\u{0}\(card.holder)")]
    case .identity(let person): [Key(.identity, isInTrash: isInTrash, text: "\(person.title)\u{0}\(person.fullName)")]
    }
  }

  /// The keys of a record that need not be opened for them; nil of a kind that has to be.
  func keys(of summary: CredentialSummary, isInTrash: Bool) -> [Key]? {
    switch summary.kind {
    case .password: Self.keys(ofLogin: summary.user, title: summary.title, services: summary.services, isInTrash: isInTrash)
    case .passkey: [Self.key(ofPasskey: summary.credentialID ?? [], for: summary.relyingPartyID ?? "", isInTrash: isInTrash)]
    case .note: [Key(.note, isInTrash: isInTrash, text: summary.title)]
    case .oneTimeCode, .card, .identity: nil
    }
  }

  func keyOfCodes(with secret: SharedSecret, isInTrash: Bool = false) -> Key {
    Key(.oneTimeCode, isInTrash: isInTrash, hash: hash(secret))
  }

  /// By what logins that may be the same are found: the account with the title, and with each service.
  private static func keys(ofLogin user: String, title: String, services: [ServiceIdentifier], isInTrash: Bool) -> [Key] {
    (["\(user)\u{0}\u{0}\(title)"] + services.map { "\(user)\u{0}\(ServicePlace(of: $0).host)" }).map {
      Key(.password, isInTrash: isInTrash, text: $0)
    }
  }

  private static func key(ofPasskey credentialID: [UInt8], for relyingParty: String, isInTrash: Bool) -> Key {
    Key(.passkey, isInTrash: isInTrash, text: relyingParty, hash: credentialID)
  }

  // MARK: What is alike

  /// Hashes of all that a record says but its files and times, and of each value that makes it the same as another.
  func hashes(of record: CredentialRecord, _ annotations: RecordAnnotations) -> [[UInt8]] {
    var whole = CarriageWriter()
    whole.text(record.summary.title)
    whole.optional(annotations.note) { $0.secret($1) }
    whole.list(annotations.fields.sorted { $0.name < $1.name }) {
      $0.text($1.name)
      $0.secret($1.value)
    }
    whole.list(annotations.tags.sorted()) { $0.text($1) }
    var value = CarriageWriter()
    switch record {
    case .password(let login):
      whole.list(login.services) { $0.text("\($1.text)\u{0}\($1.rule)") }
      whole.secret(login.password)
      return [hash(whole.joined()), hash(login.password)] + login.history.map { hash($0.password) }
    case .oneTimeCode(let code):
      whole.integer(code.parameters.digits)
      whole.text("\(code.parameters.form) \(code.parameters.algorithm)")
      value.secret(code.parameters.secret)
      for name in [code.issuer ?? "", code.account] { value.text(name.lowercased()) }
    case .passkey(let passkey): value.secret(passkey.privateKey)
    case .note(let note): value.secret(note.text)
    case .card(let card):
      for secret in [card.number, card.securityCode, card.pin] { value.optional(secret) { $0.secret($1) } }
      whole.text("\(card.holder)\u{0}\(card.bank)")
    case .identity(let person): whole.list(person.emails + person.phones + person.addresses) { $0.text($1.text) }
    }
    let values = value.joined()
    whole.secret(values)
    return [hash(whole.joined()), hash(values)]
  }
}
