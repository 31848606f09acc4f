// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// What identifies a person to others: names, ways to reach them, and documents.
package struct PersonRecord: Sendable {
  /// A text that a label tells apart from others of its sort.
  package struct Labelled: Hashable, Sendable {
    /// What a person calls it; no two of a sort have the same label.
    package let label: String
    /// The text.
    package let text: String

    /// Labels a text.
    package init(label: String, text: String) {
      self.label = label
      self.text = text
    }
  }

  /// A document with its number.
  package struct Document: Sendable {
    /// What a person calls it; no two documents of a person have the same label.
    package let label: String
    /// The number in UTF-8.
    package let number: SharedSecret

    /// Labels a number.
    package init(label: String, number: SharedSecret) {
      self.label = label
      self.number = number
    }
  }

  /// The record's identifier.
  package let id: RecordIdentifier
  /// What a person calls it.
  package var title: String
  /// The given names; empty where none are kept.
  package var givenName: String
  /// The family name; empty where none is kept.
  package var familyName: String
  /// The company or other organisation; empty where none is kept.
  package var organisation: String
  /// The day of birth.
  package var birthday: CalendarDay?
  /// The e-mail addresses, in the person's order.
  package var emails: [Labelled]
  /// The telephone numbers, in the person's order.
  package var phones: [Labelled]
  /// The postal addresses, each of one line or several, in the person's order.
  package var addresses: [Labelled]
  /// The documents, in the person's order.
  package var documents: [Document]

  /// Puts a record together.
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
