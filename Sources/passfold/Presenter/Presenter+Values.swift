// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
import VaultProtocol

/// The output about notes, cards and identities.
extension Presenter {
  /// The lines of `show` for the visible parts of an entry.
  static func valueFields(_ values: [EntryValue]) -> [(label: String, value: String?)] {
    values.map { value in
      // An address can have several lines.
      let text = value.value.split(whereSeparator: \.isNewline).joined(separator: ", ")
      let label = value.label.flatMap { $0 == value.name.name ? nil : " (\($0))" } ?? ""
      return (noun(value.name), text + label)
    }
  }

  /// The line of `show` for the parts that are requested by name.
  static func secretNames(_ secrets: [String]?) -> String? {
    guard let secrets, !secrets.isEmpty else { return nil }
    return translated("\(secrets.joined(separator: ", ")); passfold show --field NAME prints one")
  }

  /// An entry as part of a sentence: its kind with its account, or its own name.
  static func phrase(_ entry: VaultEntry) -> String {
    let name = name(of: entry)
    return switch entry.kind {
    case .note: translated("the note \(name)")
    case .card: translated("the card \(name)")
    case .identity: translated("the identity \(name)")
    case .password: translated("the password of \(name)")
    case .passkey: translated("the passkey of \(name)")
    case .oneTimeCode: translated("the one-time code of \(name)")
    }
  }

  private static func noun(_ name: EntryValue.Name) -> String {
    switch name {
    case .holder: translated("Holder")
    case .bank: translated("Bank")
    case .brand: translated("Brand")
    case .expires: translated("Expires")
    case .validFrom: translated("Valid from")
    case .givenName: translated("Given")
    case .familyName: translated("Family")
    case .organisation: translated("Company")
    case .birthday: translated("Birthday")
    case .email: translated("E-mail")
    case .phone: translated("Phone")
    case .address: translated("Address")
    default: printable(name.name)
    }
  }
}
