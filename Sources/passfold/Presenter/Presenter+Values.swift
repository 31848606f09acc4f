// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// What is said about notes, cards and identities.
extension Presenter {
  /// The lines of `show` for what is shown with an entry.
  static func valueFields(_ values: [EntryValue]) -> [(label: String, value: String?)] {
    values.map { value in
      // An address may have several lines.
      let text = value.value.split(whereSeparator: \.isNewline).joined(separator: ", ")
      let label = value.label.flatMap { $0 == value.name.name ? nil : " (\($0))" } ?? ""
      return (noun(value.name), text + label)
    }
  }

  /// The line of `show` for what is asked for by name.
  static func secretNames(_ secrets: [String]?) -> String? {
    guard let secrets, !secrets.isEmpty else { return nil }
    return secrets.joined(separator: ", ") + "; passfold show --field NAME prints one"
  }

  /// An entry as part of a sentence: what it is with what it is of, or by its own name.
  static func phrase(_ entry: VaultEntry) -> String {
    switch entry.kind {
    case .note, .card, .identity: "the \(noun(entry.kind, 1)) \(name(of: entry))"
    case .password, .passkey, .oneTimeCode: "the \(noun(entry.kind, 1)) of \(name(of: entry))"
    }
  }

  private static func noun(_ name: EntryValue.Name) -> String {
    switch name {
    case .holder: "Holder"
    case .bank: "Bank"
    case .brand: "Brand"
    case .expires: "Expires"
    case .validFrom: "Valid from"
    case .givenName: "Given"
    case .familyName: "Family"
    case .organisation: "Company"
    case .birthday: "Birthday"
    case .email: "E-mail"
    case .phone: "Phone"
    case .address: "Address"
    default: printable(name.name)
    }
  }
}
