// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

extension BitwardenEntry {
  mutating func read(card object: TrackedObject) {
    var object = object
    var card = ExchangedCard(holder: object.text("cardholderName") ?? "")
    card.number = object.secret("number").map(CardNumber.normalized)
    card.securityCode = object.secret("code")
    let (month, year) = (object.text("expMonth"), object.text("expYear"))
    if let month = month.flatMap({ Int($0) }), let year = year.flatMap({ Int($0) }) {
      card.expires = CardMonth(year: (0..<100).contains(year) ? 2000 + year : year, month: month)
    }
    if card.expires == nil {
      for (name, text) in [("expMonth", month), ("expYear", year)] {
        if let text { entry.keep(name, SharedSecret(copying: text.utf8), isHidden: false, .malformedValue, "card." + name) }
      }
    }
    if let brand = object.text("brand"), !entry.isKnown(brand: brand, of: card.number) {
      entry.keep("Brand", SharedSecret(copying: brand.utf8), isHidden: false, .noPlace, "card.brand")
    }
    entry.item.parts.append(.card(card))
    entry.tellRest(of: object, at: "card.")
  }

  mutating func read(identity object: TrackedObject) {
    var object = object
    var person = person(&object)
    person.organisation = object.text("company") ?? ""
    person.emails = labelled(object.text("email"), "email")
    person.phones = labelled(object.text("phone"), "phone")
    let town = [object.text("postalCode"), object.text("city")].compactMap { $0 }.joined(separator: " ")
    let lines = ["address1", "address2", "address3"].map { object.text($0) } + [town, object.text("state"), object.text("country")]
    person.addresses = labelled(lines.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n"), "address")
    for (name, label) in [("ssn", "Social security number"), ("passportNumber", "Passport"), ("licenseNumber", "Driver's licence")] {
      if let number = object.secret(name) { person.documents.append(PersonRecord.Document(label: label, number: number)) }
    }
    keepMembers(&object, [("title", "Title", false), ("username", "User name", false)], "identity")
    entry.item.parts.append(.person(person))
    entry.tellRest(of: object, at: "identity.")
  }

  mutating func read(license object: TrackedObject) {
    var object = object
    var person = person(&object)
    readBirthday(&object, "driversLicense", &person)
    if let number = object.secret("licenseNumber") {
      person.documents.append(PersonRecord.Document(label: "Driver's licence", number: number))
    }
    keepMembers(
      &object,
      [
        ("issuingCountry", "Issuing country", false), ("issuingState", "Issuing state", false), ("issueDate", "Issue date", false),
        ("expirationDate", "Expiry date", false), ("issuingAuthority", "Issuing authority", false), ("licenseClass", "Class", false),
      ], "driversLicense")
    entry.item.parts.append(.person(person))
    entry.tellRest(of: object, at: "driversLicense.")
  }

  mutating func read(passport object: TrackedObject) {
    var object = object
    // A passport's names are separate from those of an identity and a licence.
    var person = ExchangedPerson(givenName: object.text("givenName") ?? "", familyName: object.text("surname") ?? "")
    readBirthday(&object, "passport", &person)
    for (name, label) in [("passportNumber", "Passport"), ("nationalIdentificationNumber", "National identification number")] {
      if let number = object.secret(name) { person.documents.append(PersonRecord.Document(label: label, number: number)) }
    }
    keepMembers(
      &object,
      [
        ("passportType", "Passport type", false), ("nationality", "Nationality", false), ("birthPlace", "Birth place", false),
        ("sex", "Sex", false), ("issuingCountry", "Issuing country", false), ("issueDate", "Issue date", false),
        ("expirationDate", "Expiry date", false), ("issuingAuthority", "Issuing authority", false),
      ], "passport")
    entry.item.parts.append(.person(person))
    entry.tellRest(of: object, at: "passport.")
  }

  mutating func read(sshKey object: TrackedObject) {
    var object = object
    keepMembers(
      &object,
      [("privateKey", "SSH private key", true), ("publicKey", "SSH public key", false), ("keyFingerprint", "SSH fingerprint", false)],
      "sshKey")
    entry.tellRest(of: object, at: "sshKey.")
  }

  mutating func read(bankAccount object: TrackedObject) {
    var object = object
    keepMembers(
      &object,
      [
        ("bankName", "Bank", false), ("nameOnAccount", "Account holder", false), ("accountType", "Account type", false),
        ("accountNumber", "Account number", true), ("routingNumber", "Routing number", true), ("branchNumber", "Branch number", false),
        ("pin", "PIN", true), ("swiftCode", "SWIFT code", false), ("iban", "IBAN", true), ("bankContactPhone", "Bank's telephone", false),
      ], "bankAccount")
    entry.tellRest(of: object, at: "bankAccount.")
  }

  // MARK: Pieces

  private func person(_ object: inout TrackedObject) -> ExchangedPerson {
    let given = [object.text("firstName"), object.text("middleName")].compactMap { $0 }.joined(separator: " ")
    return ExchangedPerson(givenName: given, familyName: object.text("lastName") ?? "")
  }

  private mutating func readBirthday(_ object: inout TrackedObject, _ path: String, _ person: inout ExchangedPerson) {
    guard let text = object.text("dateOfBirth") else { return }
    person.birthday = CalendarDay(text)
    if person.birthday == nil {
      entry.keep("Birthday", SharedSecret(copying: text.utf8), isHidden: false, .malformedValue, path + ".dateOfBirth")
    }
  }

  private func labelled(_ text: String?, _ label: String) -> [PersonRecord.Labelled] {
    guard let text, !text.isEmpty else { return [] }
    return [PersonRecord.Labelled(label: label, text: text)]
  }

  private mutating func keepMembers(_ object: inout TrackedObject, _ members: [(String, String, Bool)], _ path: String) {
    for (name, label, isHidden) in members {
      if let value = object.secret(name) { entry.keep(label, value, isHidden: isHidden, .noPlace, "\(path).\(name)") }
    }
  }
}
