// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

extension ImportedCollection {
  /// Reports entries with U+FFFD: a character that could not be read, now or by an earlier program.
  mutating func tellUnreadableCharacters() {
    let places = items.indices.filter { items[$0].holdsUnreadableCharacter }
    guard let first = places.first else { return }
    // Entries that became no item are numbered too, so the numbers of the others are unknown here.
    guard items.count == readCount else {
      let place = ImportFinding.Place(title: items[first].title)
      return findings.append(ImportFinding(.unreadableCharacter, at: place, outcome: .keptInPart))
    }
    findings += places.map {
      ImportFinding(.unreadableCharacter, at: ImportFinding.Place(entry: $0, title: items[$0].title), outcome: .keptInPart)
    }
  }
}

extension ExchangedItem {
  /// Whether one of its texts contains U+FFFD.
  fileprivate var holdsUnreadableCharacter: Bool {
    var texts = [title] + annotations.tags + annotations.fields.map(\.name) + folders.flatMap(\.self)
    var secrets = [annotations.note] + annotations.fields.map(\.value)
    for part in parts {
      switch part {
      case .login(let login):
        texts += [login.user] + login.services.map(\.text)
        secrets.append(login.password)
      case .oneTimeCode(let code): texts += [code.account, code.issuer ?? ""]
      case .passkey(let passkey): texts += [passkey.userName, passkey.displayName]
      case .note(let note): secrets.append(note.text)
      case .card(let card):
        texts += [card.holder, card.bank]
        secrets += [card.number, card.securityCode, card.pin]
      case .person(let person):
        texts += [person.givenName, person.familyName, person.organisation]
        texts += (person.emails + person.phones + person.addresses).flatMap { [$0.label, $0.text] }
        secrets += person.documents.map(\.number)
      }
    }
    return texts.contains { $0.unicodeScalars.contains("\u{FFFD}") } || secrets.contains { $0?.holdsUnreadableCharacter == true }
  }
}

extension SharedSecret {
  fileprivate var holdsUnreadableCharacter: Bool {
    withBytes { bytes in
      var rest = bytes[...]
      while let place = rest.firstIndex(of: 0xEF) {
        rest = rest[place...]
        if rest.starts(with: [0xEF, 0xBF, 0xBD]) { return true }
        rest = rest.dropFirst()
      }
      return false
    }
  }
}
