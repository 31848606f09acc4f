// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Cards and persons, which have no place in KDBX, under our own names.
enum KeePassOwnParts {
  /// Returns the card of an entry, and the names that it was made from.
  static func card(_ entry: KeePassEntry) -> (ExchangedCard, names: [String])? {
    let names = self.names(entry, KeePassNames.card)
    guard !names.isEmpty else { return nil }
    func value(_ name: String) -> SharedSecret? { entry.value(KeePassNames.card + name) }
    let card = ExchangedCard(
      holder: value("HOLDER")?.string ?? "", bank: value("BANK")?.string ?? "", number: value("NUMBER"),
      securityCode: value("SECURITY_CODE"), pin: value("PIN"), expires: value("EXPIRES").flatMap { CardMonth($0.string) },
      validFrom: value("VALID_FROM").flatMap { CardMonth($0.string) })
    return (card, names)
  }

  /// Returns the person of an entry, and the names that it was made from.
  static func person(_ entry: KeePassEntry) -> (ExchangedPerson, names: [String])? {
    let names = self.names(entry, KeePassNames.person)
    guard !names.isEmpty else { return nil }
    func value(_ name: String) -> SharedSecret? { entry.value(KeePassNames.person + name) }
    func list(_ name: String) -> [PersonRecord.Labelled] {
      KeePassLines.decode(value(name)?.string ?? "").compactMap { $0.count == 2 ? PersonRecord.Labelled(label: $0[0], text: $0[1]) : nil }
    }
    let documents = KeePassLines.decode(value("DOCUMENTS")?.string ?? "").enumerated().compactMap { index, line in
      value("DOCUMENT_\(index + 1)").map { PersonRecord.Document(label: line.first ?? "", number: $0) }
    }
    let person = ExchangedPerson(
      givenName: value("GIVEN_NAME")?.string ?? "", familyName: value("FAMILY_NAME")?.string ?? "",
      organisation: value("ORGANISATION")?.string ?? "", birthday: value("BIRTHDAY").flatMap { CalendarDay($0.string) },
      emails: list("EMAILS"), phones: list("PHONES"), addresses: list("ADDRESSES"), documents: documents)
    return (person, names)
  }

  private static func names(_ entry: KeePassEntry, _ prefix: String) -> [String] {
    entry.texts.filter { $0.value.byteCount > 0 && $0.name.hasPrefix(prefix) }.map(\.name)
  }
}
