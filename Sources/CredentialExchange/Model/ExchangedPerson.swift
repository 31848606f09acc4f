// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel

/// What identifies a person to others: names, ways to reach them, and documents.
package struct ExchangedPerson: Sendable {
  /// The given names; empty where none are kept.
  package var givenName: String
  /// The family name; empty where none is kept.
  package var familyName: String
  /// The company or other organisation; empty where none is kept.
  package var organisation: String
  /// The day of birth.
  package var birthday: CalendarDay?
  /// The e-mail addresses, in the person's order; no two have the same label.
  package var emails: [PersonRecord.Labelled]
  /// The telephone numbers, in the person's order; no two have the same label.
  package var phones: [PersonRecord.Labelled]
  /// The postal addresses, each of one line or several, in the person's order; no two have the same label.
  package var addresses: [PersonRecord.Labelled]
  /// The documents, in the person's order; no two have the same label.
  package var documents: [PersonRecord.Document]

  /// Puts a person together.
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
