// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import Foundation
import OneTimeCodes
import SecretMemory
import WebDomains

/// A complete entry, with every kind of part.
enum WholeItem {
  static func secret(_ text: String) -> SharedSecret { SharedSecret(copying: text.utf8) }

  static func item() throws -> ExchangedItem {
    let services = [
      ServiceIdentifier(kind: .url, text: "https://shop.example/login", rule: .host),
      ServiceIdentifier(kind: .domain, text: "shop.example"),
      ServiceIdentifier(kind: .app, text: "com.example.shop", rule: .exact),
    ]
    let date = Date(timeIntervalSince1970: 1_700_000_000.125)
    let login = ExchangedLogin(
      services: services, user: "anne", password: secret("open sesame"),
      history: [RetiredPassword(password: secret("before"), retired: date)])
    let parameters = try OneTimeCodeParameters(secret: secret("12345678901234567890"), algorithm: .sha256, digits: 8)
    let counting = try OneTimeCodeParameters(secret: secret("1234567890"), form: .counterBased(counter: 1 << 40))
    let code = ExchangedCode(
      services: services, issuer: "Shop", account: "anne", name: "Work phone", parameters: parameters, added: date, pendingSince: date,
      history: [
        RetiredParameters(parameters: counting, retired: date),
        RetiredParameters(parameters: try OneTimeCodeParameters(secret: secret("1"), form: .steam), retired: date),
      ])
    let passkey = ExchangedPasskey(
      relyingPartyID: "shop.example", relyingPartyName: "Shop", userHandle: [1, 2], userName: "anne", displayName: "Anne",
      credentialID: [3],
      algorithm: -257, privateKey: secret("a key"), signatureCount: .max, backupEligible: true, backupState: false, created: date,
      protection: 3,
      pseudoRandomFunction: PasskeyPRFKeys(withUserVerification: secret("with"), withoutUserVerification: secret("without")),
      largeBlob: secret("blob"))
    let note = ExchangedNote(text: secret("zwei\nZeilen"), history: [RetiredText(text: secret("eine"), retired: date)])
    let card = ExchangedCard(
      holder: "ANNE", bank: "Bank", number: secret("4111111111111111"), securityCode: secret("737"), pin: secret("2580"),
      expires: CardMonth(year: 2029, month: 8), validFrom: CardMonth(year: 2024, month: 1))
    let person = ExchangedPerson(
      givenName: "Anne", familyName: "Example", organisation: "Shop", birthday: CalendarDay(year: 1990, month: 12, day: 31),
      emails: [PersonRecord.Labelled(label: "work", text: "anne@shop.example")], phones: [PersonRecord.Labelled(label: "", text: "1")],
      addresses: [PersonRecord.Labelled(label: "home", text: "Street 1\nTown")],
      documents: [PersonRecord.Document(label: "Passport", number: secret("C01X00T47"))])
    return ExchangedItem(
      title: "Shop – ein Laden",
      parts: [.login(login), .oneTimeCode(code), .passkey(passkey), .note(note), .card(card), .person(person)],
      annotations: RecordAnnotations(
        isFavourite: true, tags: ["a", "b"], note: secret("a note"),
        fields: [
          RecordAnnotations.Field(name: "shown", isHidden: false, value: secret("1")),
          RecordAnnotations.Field(name: "hidden", isHidden: true, value: secret("")),
        ]), folders: [["outer", "inner"], []],
      attachments: [ExchangedAttachment(name: "scan.png", mediaType: "image/png", added: date, content: secret("\u{0}\u{1}"))],
      created: date, modified: date, shelf: .archive)
  }
}
