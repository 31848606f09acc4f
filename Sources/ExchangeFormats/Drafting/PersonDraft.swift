// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

extension ExchangedPerson {
  /// Whether it contains no data.
  var isEmpty: Bool {
    givenName.isEmpty && familyName.isEmpty && organisation.isEmpty && birthday == nil && emails.isEmpty && phones.isEmpty
      && addresses.isEmpty && documents.isEmpty
  }

  mutating func add(email: String?, label: String) { Self.add(email, label, to: &emails) }

  mutating func add(phone: String?, label: String) { Self.add(phone, label, to: &phones) }

  /// Adds a postal address from its lines, without empty ones.
  mutating func add(addressLines: [String?], label: String) {
    Self.add(addressLines.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n"), label, to: &addresses)
  }

  mutating func add(document number: SharedSecret?, label: String) {
    guard let number, number.byteCount > 0 else { return }
    documents.append(PersonRecord.Document(label: label, number: number))
  }

  private static func add(_ text: String?, _ label: String, to list: inout [PersonRecord.Labelled]) {
    guard let text, !text.isEmpty else { return }
    list.append(PersonRecord.Labelled(label: label, text: text))
  }

  /// The same person with unique labels in each list: a repeated label gets a number, starting at 2.
  var labelledApart: ExchangedPerson {
    var person = self
    person.emails = Self.apart(emails)
    person.phones = Self.apart(phones)
    person.addresses = Self.apart(addresses)
    var taken = UniqueNames()
    person.documents = documents.map { PersonRecord.Document(label: taken.take($0.label), number: $0.number) }
    return person
  }

  private static func apart(_ list: [PersonRecord.Labelled]) -> [PersonRecord.Labelled] {
    var taken = UniqueNames()
    return list.map { PersonRecord.Labelled(label: taken.take($0.label), text: $0.text) }
  }
}

extension ExchangedCard {
  /// Whether it contains no data.
  var isEmpty: Bool {
    holder.isEmpty && bank.isEmpty && number == nil && securityCode == nil && pin == nil && expires == nil && validFrom == nil
  }
}
