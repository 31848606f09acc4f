// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A value of a note, card or identity that is shown with it.
package struct EntryValue: Codable, Hashable, Sendable {
  /// Which value it is; a newer vault may send others.
  package struct Name: OpenName {
    /// The name on the wire.
    package let name: String

    /// Takes a name as it came.
    package init(name: String) { self.name = name }

    /// The name on a card.
    package static let holder = Name(name: "holder")
    /// Who issued a card.
    package static let bank = Name(name: "bank")
    /// A card's brand, which its number tells; it cannot be set.
    package static let brand = Name(name: "brand")
    /// The last month in which a card is good, as 2029-08.
    package static let expires = Name(name: "expires")
    /// The first month in which a card is good, as 2029-08.
    package static let validFrom = Name(name: "valid-from")
    /// A person's given names.
    package static let givenName = Name(name: "given-name")
    /// A person's family name.
    package static let familyName = Name(name: "family-name")
    /// A person's company or other organisation.
    package static let organisation = Name(name: "organisation")
    /// A person's day of birth, as 1990-12-31.
    package static let birthday = Name(name: "birthday")
    /// An e-mail address, which has a label.
    package static let email = Name(name: "email")
    /// A telephone number, which has a label.
    package static let phone = Name(name: "phone")
    /// A postal address, which has a label and may have several lines.
    package static let address = Name(name: "address")
  }

  /// Which value it is.
  package var name: Name
  /// What tells it apart from others of its name; nil for what there is only one of.
  package var label: String?
  /// The value; an empty one in a change takes away what is there.
  package var value: String

  /// Names a value.
  package init(_ name: Name, label: String? = nil, _ value: String) {
    self.name = name
    self.label = label
    self.value = value
  }
}
