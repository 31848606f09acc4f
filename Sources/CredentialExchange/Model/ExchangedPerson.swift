// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel

/// Data that identifies a person to others: names, ways to reach them, and documents.
package struct ExchangedPerson: Sendable {
  /// The given names; empty if none are stored.
  package var givenName: String
  /// The family name; empty if none is stored.
  package var familyName: String
  /// The company or other organisation; empty if none is stored.
  package var organisation: String
  /// The day of birth.
  package var birthday: CalendarDay?
  /// The e-mail addresses, in the user's order; no two have the same label.
  package var emails: [PersonRecord.Labelled]
  /// The telephone numbers, in the user's order; no two have the same label.
  package var phones: [PersonRecord.Labelled]
  /// The postal addresses, each of one or more lines, in the user's order; no two have the same label.
  package var addresses: [PersonRecord.Labelled]
  /// The documents, in the user's order; no two have the same label.
  package var documents: [PersonRecord.Document]

  /// Creates a person.
  package init(
    givenName: String = "", familyName: String = "", organisation: String = "", birthday: CalendarDay? = nil,
    emails: [PersonRecord.Labelled] = [], phones: [PersonRecord.Labelled] = [], addresses: [PersonRecord.Labelled] = [],
    documents: [PersonRecord.Document] = []
  ) {
    self.givenName = givenName
    self.familyName = familyName
    self.organisation = organisation
    self.birthday = birthday
    self.emails = emails
    self.phones = phones
    self.addresses = addresses
    self.documents = documents
  }
}
