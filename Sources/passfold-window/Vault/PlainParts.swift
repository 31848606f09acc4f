// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// What notes, cards and identities are made of, in the order of their forms.
enum PlainParts {
  /// What is shown with one: what it has, and a place for what it may have.
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
      // The label that the command gives where none was said.
      return own.isEmpty ? [EntryValue(name, label: isLabelled ? name.name : nil, "")] : own
    }
  }

  /// The secrets that it has or may have.
  static func secrets(of kind: VaultEntry.Kind, _ has: [String]) -> [String] {
    switch kind {
    case .note: [VaultCall.NewEntry.text]
    case .card: VaultCall.NewEntry.cardSecrets
    default: has
    }
  }

  /// How a value is written, where that is not plain.
  static func hint(_ name: EntryValue.Name) -> String? {
    switch name {
    case .expires, .validFrom: VaultWords.monthHint
    case .birthday: VaultWords.dayHint
    default: nil
    }
  }

  /// The change of one secret.
  static func edit(of entry: VaultEntry, secret name: String) -> VaultCall.EntryEdit {
    switch entry.kind {
    // A note's text and a card's number are sent as the entry's own secret, without a name.
    case .note: VaultCall.EntryEdit(query: entry.record, kind: entry.kind)
    case .card where name == VaultCall.NewEntry.cardSecrets.first: VaultCall.EntryEdit(query: entry.record, kind: entry.kind)
    case .identity: VaultCall.EntryEdit(query: entry.record, kind: entry.kind, document: name)
    default: VaultCall.EntryEdit(query: entry.record, kind: entry.kind, field: name)
    }
  }

  /// Secrets as the vault takes them, a line each; what was not typed is an empty line.
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
