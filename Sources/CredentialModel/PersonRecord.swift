// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// Data that identifies a person to others: names, ways to reach them, and documents.
package struct PersonRecord: Sendable {
  /// A text with a label that is unique among texts of its sort.
  package struct Labelled: Hashable, Sendable {
    /// The user's name for it, unique among texts of its sort.
    package let label: String
    /// The text.
    package let text: String

    /// Creates a labelled text.
    package init(label: String, text: String) {
      self.label = label
      self.text = text
    }
  }

  /// A document with its number.
  package struct Document: Sendable {
    /// The user's name for it, unique among the person's documents.
    package let label: String
    /// The number in UTF-8.
    package let number: SharedSecret

    /// Creates a document.
    package init(label: String, number: SharedSecret) {
      self.label = label
      self.number = number
    }
  }

  /// The record's identifier.
  package let id: RecordIdentifier
  /// The user's name for it.
  package var title: String
  /// The given names; empty if none are stored.
  package var givenName: String
  /// The family name; empty if none is stored.
  package var familyName: String
  /// The company or other organisation; empty if none is stored.
  package var organisation: String
  /// The day of birth.
  package var birthday: CalendarDay?
  /// The e-mail addresses, in the user's order.
  package var emails: [Labelled]
  /// The telephone numbers, in the user's order.
  package var phones: [Labelled]
  /// The postal addresses, each of one or more lines, in the user's order.
  package var addresses: [Labelled]
  /// The documents, in the user's order.
  package var documents: [Document]

  /// Creates a record.
  package init(
    id: RecordIdentifier, title: String, givenName: String = "", familyName: String = "", organisation: String = "",
    birthday: CalendarDay? = nil, emails: [Labelled] = [], phones: [Labelled] = [], addresses: [Labelled] = [], documents: [Document] = []
  ) {
    self.id = id
    self.title = title
    self.givenName = givenName
    self.familyName = familyName
    self.organisation = organisation
    self.birthday = birthday
    self.emails = emails
    self.phones = phones
    self.addresses = addresses
    self.documents = documents
  }

  /// The names in one line.
  package var fullName: String { [givenName, familyName].filter { !$0.isEmpty }.joined(separator: " ") }
}
