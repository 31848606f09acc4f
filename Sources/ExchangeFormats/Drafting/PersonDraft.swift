// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

extension ExchangedPerson {
  /// Whether nothing is in it.
  var isEmpty: Bool {
    givenName.isEmpty && familyName.isEmpty && organisation.isEmpty && birthday == nil && emails.isEmpty && phones.isEmpty
      && addresses.isEmpty && documents.isEmpty
  }

  mutating func add(email: String?, label: String) { Self.add(email, label, to: &emails) }

  mutating func add(phone: String?, label: String) { Self.add(phone, label, to: &phones) }

  /// Adds a postal address from its lines; empty ones are left out.
  mutating func add(addressLines: [String?], label: String) {
    Self.add(addressLines.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n"), label, to: &addresses)
  }

  mutating func add(document number: SharedSecret?, label: String) {
    guard let number, number.byteCount > 0 else { return }
    documents.append(PersonRecord.Document(label: Self.unique(label, among: documents.map(\.label)), number: number))
  }

  private static func add(_ text: String?, _ label: String, to list: inout [PersonRecord.Labelled]) {
    guard let text, !text.isEmpty else { return }
    list.append(PersonRecord.Labelled(label: unique(label, among: list.map(\.label)), text: text))
  }

  private static func unique(_ label: String, among taken: [String]) -> String {
    var (unique, number) = (label, 1)
    while taken.contains(unique) {
      number += 1
      unique = "\(label) \(number)"
    }
    return unique
  }
}

extension ExchangedCard {
  /// Whether nothing is in it.
  var isEmpty: Bool {
    holder.isEmpty && bank.isEmpty && number == nil && securityCode == nil && pin == nil && expires == nil && validFrom == nil
  }
}
