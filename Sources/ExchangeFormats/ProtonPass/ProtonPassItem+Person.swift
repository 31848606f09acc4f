// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

extension ProtonPassItem {
  mutating func readCard(_ content: inout JSONMembers) {
    content.pass("cardType")
    var card = ExchangedCard(holder: content.text("cardholderName") ?? "")
    card.number = content.secret("number").map(CardNumber.normalized)
    card.securityCode = content.secret("verificationNumber")
    card.pin = content.secret("pin")
    if let text = content.text("expirationDate") {
      card.expires = month(text)
      if card.expires == nil { draft.keep("Expiration date", text: text, because: .malformedValue, at: "data.content.expirationDate") }
    }
    draft.others.append(.card(card))
  }

  /// Returns a month written as 2029-08 or, in older exports, as 082029 or 0829.
  private func month(_ text: String) -> CardMonth? {
    if let month = CardMonth(text) { return month }
    guard [4, 6].contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return CardMonth("\(text.prefix(2))/\(text.dropFirst(2))")
  }

  mutating func readPerson(_ content: inout JSONMembers) {
    var person = ExchangedPerson()
    let (full, first, last) = (content.text("fullName"), content.text("firstName"), content.text("lastName"))
    let middle = content.text("middleName")
    person.givenName = [first, middle].compactMap(\.self).joined(separator: " ")
    person.familyName = last ?? ""
    let joined = [first, middle, last].compactMap(\.self).joined(separator: " ")
    if joined.isEmpty { person.givenName = full ?? "" } else if full != joined { draft.keep("Full name", text: full) }
    let (organisation, company) = (content.text("organization"), content.text("company"))
    person.organisation = organisation ?? company ?? ""
    if organisation != nil, company != organisation { draft.keep("Company", text: company) }
    if let birthdate = content.text("birthdate") {
      person.birthday = CalendarDay(birthdate)
      if person.birthday == nil { draft.keep("Birthdate", text: birthdate) }
    }
    person.add(email: content.text("email"), label: "Email")
    person.add(email: content.text("workEmail"), label: "Work email")
    person.add(phone: content.text("phoneNumber"), label: "Phone number")
    person.add(phone: content.text("secondPhoneNumber"), label: "Second phone number")
    person.add(phone: content.text("workPhoneNumber"), label: "Work phone number")
    let (zip, city) = (content.text("zipOrPostalCode"), content.text("city"))
    let town = [zip, city].compactMap(\.self).joined(separator: " ")
    let (street, floor, county) = (content.text("streetAddress"), content.text("floor"), content.text("county"))
    let (state, country) = (content.text("stateOrProvince"), content.text("countryOrRegion"))
    person.add(addressLines: [street, floor, town, county, state, country], label: "Address")
    person.add(document: content.secret("socialSecurityNumber"), label: "Social security number")
    person.add(document: content.secret("passportNumber"), label: "Passport")
    person.add(document: content.secret("licenseNumber"), label: "Driver licence")
    for (name, label) in [
      ("gender", "Gender"), ("website", "Website"), ("xHandle", "X handle"), ("linkedin", "LinkedIn"), ("reddit", "Reddit"),
      ("facebook", "Facebook"), ("yahoo", "Yahoo"), ("instagram", "Instagram"), ("jobTitle", "Job title"),
      ("personalWebsite", "Personal website"),
    ] { draft.keep(label, text: content.text(name)) }
    for name in ["extraPersonalDetails", "extraAddressDetails", "extraContactDetails", "extraWorkDetails"] {
      read(fields: content.elements(name), in: content.bytes, section: "", at: "data.content.\(name)")
    }
    read(sections: content.elements("extraSections"), in: content.bytes, at: "data.content.extraSections")
    draft.others.append(.person(person))
  }
}
