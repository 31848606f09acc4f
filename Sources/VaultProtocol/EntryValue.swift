// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A value of a note, card or identity that is shown with it.
package struct EntryValue: Codable, Hashable, Sendable {
  /// The name of a value; a newer vault may send others.
  package struct Name: OpenName {
    /// The name on the wire.
    package let name: String

    /// Creates a name as received.
    package init(name: String) { self.name = name }

    /// The name on a card.
    package static let holder = Name(name: "holder")
    /// The issuer of a card.
    package static let bank = Name(name: "bank")
    /// A card's brand, determined from its number; it cannot be set.
    package static let brand = Name(name: "brand")
    /// The last month of a card's validity, such as 2029-08.
    package static let expires = Name(name: "expires")
    /// The first month of a card's validity, such as 2029-08.
    package static let validFrom = Name(name: "valid-from")
    /// A person's given names.
    package static let givenName = Name(name: "given-name")
    /// A person's family name.
    package static let familyName = Name(name: "family-name")
    /// A person's company or other organisation.
    package static let organisation = Name(name: "organisation")
    /// A person's day of birth, such as 1990-12-31.
    package static let birthday = Name(name: "birthday")
    /// An e-mail address, with a label.
    package static let email = Name(name: "email")
    /// A telephone number, with a label.
    package static let phone = Name(name: "phone")
    /// A postal address of one or more lines, with a label.
    package static let address = Name(name: "address")
  }

  /// The name of the value.
  package var name: Name
  /// The label that distinguishes it from others with its name; nil for names that occur only once.
  package var label: String?
  /// The value. In a change, an empty value removes the existing one.
  package var value: String

  /// Creates a value.
  package init(_ name: Name, label: String? = nil, _ value: String) {
    self.name = name
    self.label = label
    self.value = value
  }
}
