// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// The parts of notes, cards and identities, in the order of their forms.
enum PlainParts {
  /// Returns the visible values: those the entry has, and empty ones for those it can have.
  static func values(of kind: VaultEntry.Kind, _ has: [EntryValue]) -> [EntryValue] {
    let usual: [EntryValue.Name] =
      switch kind {
      case .card: [.holder, .bank, .expires, .validFrom]
      case .identity: [.givenName, .familyName, .organisation, .birthday, .email, .phone, .address]
      default: []
      }
    return usual.flatMap { name in
      let own = has.filter { $0.name == name }
      let isLabelled = [.email, .phone, .address].contains(name)
      // The label that the command gives if none is specified.
      return own.isEmpty ? [EntryValue(name, label: isLabelled ? name.name : nil, "")] : own
    }
  }

  /// Returns the names of the secrets that the entry has or can have.
  static func secrets(of kind: VaultEntry.Kind, _ has: [String]) -> [String] {
    switch kind {
    case .note: [VaultCall.NewEntry.text]
    case .card: VaultCall.NewEntry.cardSecrets
    default: has
    }
  }

  /// Returns a hint on how to write a value, if that is not obvious.
  static func hint(_ name: EntryValue.Name) -> String? {
    switch name {
    case .expires, .validFrom: VaultWords.monthHint
    case .birthday: VaultWords.dayHint
    default: nil
    }
  }

  /// Returns the edit that changes one secret.
  static func edit(of entry: VaultEntry, secret name: String) -> VaultCall.EntryEdit {
    switch entry.kind {
    // A note's text and a card's number are sent as the entry's main secret, without a name.
    case .note: VaultCall.EntryEdit(query: entry.record, kind: entry.kind)
    case .card where name == VaultCall.NewEntry.cardSecrets.first: VaultCall.EntryEdit(query: entry.record, kind: entry.kind)
    case .identity: VaultCall.EntryEdit(query: entry.record, kind: entry.kind, document: name)
    default: VaultCall.EntryEdit(query: entry.record, kind: entry.kind, field: name)
    }
  }

  /// Returns the secrets in the vault's format, one per line; an empty line stands for a secret that was not typed.
  static func lines(_ secrets: [SharedSecret?]) -> SharedSecret {
    var bytes = SecretBytes(byteCount: secrets.reduce(max(0, secrets.count - 1)) { $0 + ($1?.byteCount ?? 0) })
    bytes.withMutableBytes { target in
      var at = 0
      for (index, secret) in secrets.enumerated() {
        if index > 0 {
          target[at] = UInt8(ascii: "\n")
          at += 1
        }
        secret?.withBytes { source in
          UnsafeMutableRawBufferPointer(rebasing: target[at..<at + source.count]).copyMemory(from: source)
          at += source.count
        }
      }
    }
    return SharedSecret(bytes)
  }
}
