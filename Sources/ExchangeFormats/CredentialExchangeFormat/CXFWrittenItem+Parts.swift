// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import OneTimeCodes
import SecretMemory

import class SecretMemory.SharedSecret

extension CXFWrittenItem {
  mutating func add(_ part: ExchangedPart, at path: String) {
    switch part {
    case .login(let login): add(login, path)
    case .oneTimeCode(let code): add(code, path)
    case .passkey(let passkey): add(passkey, path)
    case .note(let note):
      add("note") { $0.member("content") { Self.field("string", note.text, to: &$0) } }
      if !note.history.isEmpty { tale.tell(path + ".history", .leftOut) }
    case .card(let card): add(card, path)
    case .person(let person): add(person, path)
    }
  }

  private mutating func add(_ login: ExchangedLogin, _ path: String) {
    add("basic-auth") { json in
      Self.field("username", "string", login.user, to: &json)
      Self.field("password", "concealed-string", login.password, to: &json)
    }
    for old in login.history {
      let date = old.retired.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      tale.keep("Former password (until \(date))", old.password, isHidden: true, path + ".history")
    }
  }

  // TOTPCredential; Bitwarden and 1Password read the period as one byte.
  private mutating func add(_ code: ExchangedCode, _ path: String) {
    tale.tellRest(of: code, path, holdingDate: code.added.map(CXFWriter.seconds) == created)
    guard case .timeBased(let period) = code.parameters.form, period <= .seconds(255) else { return tale.keepLink(code, path) }
    let parameters = code.parameters
    add("totp") { json in
      json.member("secret", SharedSecret(parameters.secret.withBytes { Base32.encode($0) }))
      json.member("period", Int(period.components.seconds))
      json.member("digits", parameters.digits)
      json.member("algorithm", parameters.algorithm.rawValue.lowercased())
      if !code.account.isEmpty { json.member("username", code.account) }
      if let issuer = code.issuer { json.member("issuer", issuer) }
    }
  }

  private mutating func add(_ passkey: ExchangedPasskey, _ path: String) {
    // A passkey with a counter must not be exported: the counts would reveal that it has two holders.
    guard passkey.signatureCount == 0 else { return tale.tell(path, .leftOut, .countingPasskey) }
    guard let key = PasskeyKey(algorithm: passkey.algorithm, secret: passkey.privateKey).pkcs8 else {
      return tale.tell(path, .leftOut, .unsupportedKey)
    }
    if passkey.relyingPartyName != nil { tale.tell(path + ".relyingPartyName", .leftOut) }
    if let date = passkey.created, CXFWriter.seconds(date) != created { tale.tell(path + ".created", .leftOut) }
    if passkey.protection > 1 { tale.tell(path + ".protection", .leftOut) }
    let blob = passkey.largeBlob.flatMap { blob in DeflatedBytes.deflated(blob).map { (blob.byteCount, $0) } }
    add("passkey") { json in
      json.member("credentialId", Base64Text.urlText(of: SharedSecret(copying: passkey.credentialID)))
      json.member("rpId", passkey.relyingPartyID)
      json.member("username", passkey.userName)
      json.member("userDisplayName", passkey.displayName)
      json.member("userHandle", Base64Text.urlText(of: SharedSecret(copying: passkey.userHandle)))
      json.member("key", Base64Text.urlText(of: key))
      guard passkey.pseudoRandomFunction != nil || blob != nil else { return }
      json.member("fido2Extensions") { json in
        if let keys = passkey.pseudoRandomFunction {
          json.member("hmacCredentials") { json in
            json.member("algorithm", "hmac-sha256")
            json.member("credWithUV", Base64Text.urlText(of: keys.withUserVerification))
            json.member("credWithoutUV", Base64Text.urlText(of: keys.withoutUserVerification))
          }
        }
        if let (byteCount, packed) = blob {
          json.member("largeBlob") { json in
            json.member("uncompressedSize", byteCount)
            json.member("data", Base64Text.urlText(of: packed))
          }
        }
      }
    }
  }

  private mutating func add(_ card: ExchangedCard, _ path: String) {
    add("credit-card") { json in
      Self.field("number", "concealed-string", card.number, to: &json)
      Self.field("fullName", "string", card.holder, to: &json)
      Self.field("cardType", "string", card.number.flatMap { CardBrand(ofNumber: $0) }?.rawValue, to: &json)
      Self.field("verificationNumber", "concealed-string", card.securityCode, to: &json)
      Self.field("pin", "concealed-string", card.pin, to: &json)
      Self.field("expiryDate", "year-month", card.expires?.description, to: &json)
      Self.field("validFrom", "year-month", card.validFrom?.description, to: &json)
    }
    tale.keep("Bank", card.bank, path + ".bank")
  }

  // MARK: Persons

  private mutating func add(_ person: ExchangedPerson, _ path: String) {
    add("person-name") { json in
      Self.field("given", "string", person.givenName, to: &json)
      Self.field("surname", "string", person.familyName, to: &json)
    }
    for index in 0..<max(person.addresses.count, person.phones.count) {
      let address = person.addresses.indices.contains(index) ? person.addresses[index] : nil
      let phone = person.phones.indices.contains(index) ? person.phones[index] : nil
      let suffix = index == 0 ? "" : " \(index + 1)"
      if let address, address.label != "address" + suffix { tale.tell("\(path).addresses[\(index)].label", .keptInPart) }
      if let phone, phone.label != "phone" + suffix { tale.tell("\(path).phones[\(index)].label", .keptInPart) }
      add("address") { json in
        Self.field("streetAddress", "string", address?.text, to: &json)
        Self.field("tel", "string", phone?.text, to: &json)
      }
    }
    for (index, mail) in person.emails.enumerated() { tale.keep(mail.label, mail.text, "\(path).emails[\(index)]") }
    tale.keep("Organisation", person.organisation, path + ".organisation")
    addDocuments(of: person, path)
  }

  private mutating func addDocuments(of person: ExchangedPerson, _ path: String) {
    var rest = Array(person.documents.enumerated())
    var birthday = person.birthday
    let types: [(String, CXFItem.Document)] = [
      ("identity-document", .identityDocument), ("passport", .passport), ("drivers-license", .driversLicense),
    ]
    for (type, kind) in types {
      var numbers: [(String, SharedSecret)] = []
      for (name, label) in kind.numbers {
        guard let index = rest.firstIndex(where: { $0.element.label == label }) else { continue }
        numbers.append((name, rest.remove(at: index).element.number))
      }
      guard !numbers.isEmpty else { continue }
      let day = birthday
      birthday = nil
      add(type) { json in
        Self.field("birthDate", "date", day?.description, to: &json)
        for (name, number) in numbers { Self.field(name, "string", number, to: &json) }
      }
    }
    for (index, document) in rest { tale.keep(document.label, document.number, isHidden: true, "\(path).documents[\(index)]") }
    tale.keep("Birth date", birthday?.description ?? "", path + ".birthday")
  }
}
