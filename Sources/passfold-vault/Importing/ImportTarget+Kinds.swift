// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import SecretMemory

/// What each kind of record takes over from another record of the same thing. Its secrets agree, or were chosen between.
extension ImportTarget {
  /// Adds services, passwords from before and another title to a password.
  mutating func merge(_ theirs: PasswordRecord, into own: PasswordRecord, of other: ImportedRecord) -> PasswordRecord {
    var own = own
    own.services = union(own.services, theirs.services)
    own.title = title(of: other, over: own.title, beside: own.services)
    for former in theirs.history where !own.has(former.password) {
      own.history.append(former)
      hasChanged = true
    }
    own.history.sort { $0.retired < $1.retired }
    return own
  }

  /// Adds services, parameters from before and other names to a one-time code.
  mutating func merge(_ theirs: OneTimeCodeRecord, into own: OneTimeCodeRecord, of other: ImportedRecord) -> OneTimeCodeRecord {
    var own = own
    own.services = union(own.services, theirs.services)
    // Codes below the higher counter were used already, here or there.
    if own.parameters.isAlike(theirs.parameters), let counter = own.parameters.counter, counter < theirs.parameters.counter ?? 0 {
      own.parameters = theirs.parameters
      hasChanged = true
    }
    for former in theirs.history where !own.has(former.parameters) {
      own.history.append(former)
      hasChanged = true
    }
    own.history.sort { $0.retired < $1.retired }
    if own.account.isEmpty || !other.hasLoginsAccount { own.account = name(theirs.account, over: own.account, as: Self.accountField) }
    own.issuer = nonempty(name(theirs.issuer ?? "", over: own.issuer ?? "", as: Self.issuerField))
    // A code within a login goes by the login's title.
    if theirs.login == nil, own.issuer?.lowercased() != theirs.title.lowercased() {
      own.title = name(theirs.title, over: own.title, as: ImportedRecords.titleField)
    }
    if own.login == nil, let login = theirs.login {
      own.login = login
      hasChanged = true
    }
    return own
  }

  /// Adds the large blob that a passkey lacks.
  mutating func merge(_ theirs: PasskeyRecord, into own: PasskeyRecord) -> PasskeyRecord {
    var own = own
    if own.largeBlob == nil, let blob = theirs.largeBlob {
      own.largeBlob = blob
      hasChanged = true
    }
    return own
  }

  /// Adds texts from before to a note.
  mutating func merge(_ theirs: NoteRecord, into own: NoteRecord) -> NoteRecord {
    var own = own
    for former in theirs.history where !own.has(former.text) {
      own.history.append(former)
      hasChanged = true
    }
    own.history.sort { $0.retired < $1.retired }
    return own
  }

  /// Adds what a card lacks.
  mutating func merge(_ theirs: CardRecord, into own: CardRecord, of other: ImportedRecord) -> CardRecord {
    var own = own
    own.title = title(of: other, over: own.title)
    own.holder = taken(theirs.holder, over: own.holder, as: "Cardholder")
    own.bank = taken(theirs.bank, over: own.bank, as: "Bank")
    if own.securityCode == nil { own.securityCode = set(theirs.securityCode) }
    if own.pin == nil { own.pin = set(theirs.pin) }
    if own.expires == nil { own.expires = set(theirs.expires) }
    if own.validFrom == nil {
      own.validFrom = set(theirs.validFrom)
    } else if let theirs = theirs.validFrom, theirs != own.validFrom {
      take(RecordAnnotations.Field(name: Self.validFromField, isHidden: false, value: theirs.kept))
    }
    return own
  }

  /// Adds what an identity lacks.
  mutating func merge(_ theirs: PersonRecord, into own: PersonRecord) -> PersonRecord {
    var own = own
    own.organisation = taken(theirs.organisation, over: own.organisation, as: "Organisation")
    if own.birthday == nil { own.birthday = set(theirs.birthday) }
    own.emails = union(own.emails, theirs.emails)
    own.phones = union(own.phones, theirs.phones)
    own.addresses = union(own.addresses, theirs.addresses)
    for document in theirs.documents where !own.documents.contains(where: { constantTimeEquals($0.number, document.number) }) {
      let label = ImportedText.unique(document.label, among: Set(own.documents.map(\.label)))
      own.documents.append(PersonRecord.Document(label: label, number: document.number))
      hasChanged = true
    }
    return own
  }
}
