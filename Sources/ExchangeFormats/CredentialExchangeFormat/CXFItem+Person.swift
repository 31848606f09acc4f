// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

extension CXFItem {
  /// The kinds of document.
  enum Document {
    case identityDocument, passport, driversLicense

    /// The members that are numbers, with their names in a vault.
    var numbers: [(String, String)] {
      switch self {
      case .identityDocument: [("documentNumber", "Identity document"), ("identificationNumber", "Identification number")]
      case .passport: [("passportNumber", "Passport"), ("nationalIdentificationNumber", "National identification number")]
      case .driversLicense: [("licenseNumber", "Driver's licence")]
      }
    }

    /// The members without a place, with their names in a vault.
    var others: [(String, String)] {
      switch self {
      case .identityDocument:
        [
          ("issuingCountry", "Issuing country"), ("nationality", "Nationality"), ("birthPlace", "Birth place"), ("sex", "Sex"),
          ("issueDate", "Issue date"), ("expiryDate", "Expiry date"), ("issuingAuthority", "Issuing authority"),
        ]
      case .passport: Document.identityDocument.others + [("passportType", "Passport type")]
      case .driversLicense:
        [
          ("issueDate", "Issue date"), ("expiryDate", "Expiry date"), ("issuingAuthority", "Issuing authority"),
          ("territory", "Issuing territory"), ("country", "Issuing country"), ("licenseClass", "Class"),
        ]
      }
    }
  }

  // DriversLicenseCredential, IdentityDocumentCredential and PassportCredential.
  mutating func readDocument(_ object: inout TrackedObject, _ kind: Document, _ path: String) {
    var person = person ?? ExchangedPerson()
    if let name = field("fullName", "Full name", of: &object, at: path) {
      if person.givenName.isEmpty, person.familyName.isEmpty {
        person.givenName = name.text
      } else if ![person.givenName, [person.givenName, person.familyName].joined(separator: " ")].contains(name.text) {
        entry.keep("Full name", name.value, isHidden: false, .noPlace, path + ".fullName")
      }
    }
    if let birth = field("birthDate", "Birth date", of: &object, at: path) {
      let day = CalendarDay(birth.text)
      if let day, person.birthday == nil {
        person.birthday = day
      } else if day == nil || day != person.birthday {
        entry.keep("Birth date", birth.value, isHidden: false, day == nil ? .malformedValue : .noPlace, path + ".birthDate")
      }
    }
    for (name, label) in kind.numbers {
      guard let number = entry.field(name, of: &object, at: path) else { continue }
      let label = Self.unique(file.labels.own(number.label, of: name) ?? label, among: person.documents.map(\.label))
      person.documents.append(PersonRecord.Document(label: label, number: number.value))
    }
    self.person = person
    keep(&object, kind.others, path)
  }

  // PersonNameCredential.
  mutating func readName(_ object: inout TrackedObject, _ path: String) {
    func joined(_ fields: [CXFField?]) -> String { fields.compactMap { $0?.text }.joined(separator: " ") }
    let given = joined([
      field("given", "Given name", of: &object, at: path), field("given2", "Second given name", of: &object, at: path),
    ])
    let family = joined([
      field("surnamePrefix", "Surname prefix", of: &object, at: path), field("surname", "Surname", of: &object, at: path),
      field("surname2", "Second surname", of: &object, at: path),
    ])
    var person = person ?? ExchangedPerson()
    let whole = [given, family].filter { !$0.isEmpty }.joined(separator: " ")
    if (person.givenName.isEmpty && person.familyName.isEmpty) || person.givenName == whole {
      (person.givenName, person.familyName) = (given, family)
    } else if !whole.isEmpty {
      entry.keep("Name", SharedSecret(copying: whole.utf8), isHidden: false, .noPlace, path)
    }
    self.person = person
    keep(
      &object,
      [("title", "Title"), ("givenInformal", "Informal name"), ("credentials", "Credentials"), ("generation", "Generation")], path)
  }

  // AddressCredential.
  mutating func readAddress(_ object: inout TrackedObject, _ path: String) {
    let street = entry.field("streetAddress", of: &object, at: path)
    // A single line's label cannot name the whole address.
    func text(_ name: String, _ title: String) -> String? { field(name, title, of: &object, at: path)?.text }
    let city = [text("postalCode", "Postal code"), text("city", "City")].compactMap { $0 }
    let rest = [text("territory", "Territory"), text("country", "Country")]
    let lines = ([street?.text, city.isEmpty ? nil : city.joined(separator: " ")] + rest).compactMap { $0 }
    let telephone = entry.field("tel", of: &object, at: path)
    guard !lines.isEmpty || telephone != nil else { return }
    var person = person ?? ExchangedPerson()
    if !lines.isEmpty {
      let own = file.labels.own(street?.label, of: "streetAddress")
      let label = Self.unique(own ?? "address", among: person.addresses.map(\.label))
      person.addresses.append(PersonRecord.Labelled(label: label, text: lines.joined(separator: "\n")))
    }
    if let telephone {
      let label = Self.unique(file.labels.own(telephone.label, of: "tel") ?? "phone", among: person.phones.map(\.label))
      person.phones.append(PersonRecord.Labelled(label: label, text: telephone.text))
    }
    self.person = person
  }

  /// Returns a label that differs from the others.
  private static func unique(_ label: String, among others: [String]) -> String {
    let others = Set(others)
    var (unique, number) = (label, 1)
    while others.contains(unique) {
      number += 1
      unique = "\(label) \(number)"
    }
    return unique
  }
}
