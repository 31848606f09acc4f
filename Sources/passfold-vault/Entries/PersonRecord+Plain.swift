// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
package import SecretMemory
package import VaultProtocol

extension PersonRecord: PlainRecord {
  /// The maximum number of texts of each kind, and of documents.
  private static let mostLabelled = 50

  package var values: [EntryValue] {
    var values = [
      EntryValue(.givenName, givenName), EntryValue(.familyName, familyName), EntryValue(.organisation, organisation),
      EntryValue(.birthday, birthday?.description ?? ""),
    ]
    values.removeAll(where: \.value.isEmpty)
    let labelled: [(EntryValue.Name, [Labelled])] = [(.email, emails), (.phone, phones), (.address, addresses)]
    return values + labelled.flatMap { name, texts in texts.map { EntryValue(name, label: $0.label, $0.text) } }
  }

  package var secretNames: [String] { documents.map(\.label) }
  package var mainSecret: String? { documents.count == 1 ? documents.first?.label : nil }

  package mutating func set(_ value: EntryValue) throws(VaultFailure) {
    switch value.name {
    case .email: try Self.set(value, in: &emails, value.line)
    case .phone: try Self.set(value, in: &phones, value.line)
    case .address: try Self.set(value, in: &addresses, value.value)
    case _ where value.label != nil: throw VaultFailure(.badRequest)
    case .givenName: givenName = try value.line
    case .familyName: familyName = try value.line
    case .organisation: organisation = try value.line
    case .birthday: birthday = try value.parsed(CalendarDay.init)
    default: throw VaultFailure(.wrongKind)
    }
  }

  /// Replaces a text, appends it, or removes it if it is empty.
  private static func set(_ value: EntryValue, in texts: inout [Labelled], _ text: String) throws(VaultFailure) {
    guard let label = value.label, EntryValue.isLabel(label) else { throw VaultFailure(.badRequest) }
    if text.isEmpty { return texts.removeAll { $0.label == label } }
    let labelled = Labelled(label: label, text: text)
    if let index = texts.firstIndex(where: { $0.label == label }) { return texts[index] = labelled }
    guard texts.count < mostLabelled else { throw VaultFailure(.badValue, detail: value.name.name) }
    texts.append(labelled)
  }

  package func secret(named name: String) -> SharedSecret? { documents.first { $0.label == name }?.number }

  package func takesSecret(named name: String) -> Bool { documents.contains { $0.label == name } }

  package mutating func setSecret(named name: String, to secret: SharedSecret?, at date: Date) throws(VaultFailure) {
    guard EntryValue.isLabel(name) else { throw VaultFailure(.badRequest) }
    guard let secret, secret.byteCount > 0 else { return documents.removeAll { $0.label == name } }
    let document = Document(label: name, number: secret)
    if let index = documents.firstIndex(where: { $0.label == name }) { return documents[index] = document }
    guard documents.count < Self.mostLabelled else { throw VaultFailure(.badValue, detail: "document") }
    documents.append(document)
  }
}
