// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory
import WebDomains

/// An address in Bitwarden's form, with the number of its rule.
struct BitwardenAddress {
  let text: String
  /// The number of the rule; nil for the user's default.
  let match: Int?
  /// Whether reading it again gives the same rule.
  let isEqual: Bool

  init(_ service: ServiceIdentifier) {
    text = service.kind == .app ? "androidapp://\(service.text)" : service.text
    switch service.rule {
    case .domain: (match, isEqual) = (nil, true)
    // Bitwarden's host includes the port if the address names one.
    case .host: (match, isEqual) = (1, !Self.namesPort(service))
    case .exact: (match, isEqual) = (1, false)
    case .never: (match, isEqual) = (5, true)
    }
  }

  /// Whether an address has a port other than its scheme's default.
  static func namesPort(_ service: ServiceIdentifier) -> Bool {
    guard let address = service.keptAddress?.address, let port = address.port else { return false }
    switch address.scheme {
    case .https: return port != 443
    case .http: return port != 80
    default: return true
    }
  }
}

extension BitwardenWrittenItem {
  func write(_ login: ExchangedLogin?, _ code: SharedSecret?, _ passkeys: [ExchangedPasskey], to json: inout JSONWriter) {
    json.member("uris", of: (login?.services ?? []).map(BitwardenAddress.init)) { json, address in
      json.object { json in
        json.name("match")
        if let match = address.match { json.number(match) } else { json.null() }
        json.member("uri", address.text)
      }
    }
    Self.write([("username", login?.user ?? "")], to: &json)
    json.member("password", login?.password)
    json.member("totp", code)
    json.member("fido2Credentials", of: passkeys) { json, passkey in
      json.object { json in
        json.member("credentialId", Self.identifier(passkey.credentialID))
        json.member("keyType", "public-key")
        json.member("keyAlgorithm", "ECDSA")
        json.member("keyCurve", "P-256")
        let key = PasskeyKey(algorithm: passkey.algorithm, secret: passkey.privateKey).pkcs8
        json.member("keyValue", key.map { Base64Text.urlText(of: $0) })
        json.member("rpId", passkey.relyingPartyID)
        json.member("userHandle", Base64Text.urlText(of: SharedSecret(copying: passkey.userHandle)))
        json.member("userName", passkey.userName)
        json.member("counter", "\(passkey.signatureCount)")
        Self.write([("rpName", passkey.relyingPartyName ?? "")], to: &json)
        json.member("userDisplayName", passkey.displayName)
        json.member("discoverable", "true")
        json.name("creationDate")
        if let created = passkey.created { json.text(Self.text(of: created)) } else { json.null() }
      }
    }
  }

  /// Returns a UUID for 16 bytes, as for passkeys created by Bitwarden; otherwise Base64 after `b64.`.
  private static func identifier(_ bytes: [UInt8]) -> String {
    guard bytes.count == 16 else {
      return "b64." + Base64Text.urlText(of: SharedSecret(copying: bytes)).withBytes { String(decoding: $0, as: UTF8.self) }
    }
    return BitwardenWriter.uuidText(bytes)
  }

  func write(_ card: ExchangedCard, to json: inout JSONWriter) {
    let brand = card.number.flatMap { CardBrand(ofNumber: $0) }
    Self.write(
      [
        ("cardholderName", card.holder), ("brand", brand == .americanExpress ? "Amex" : brand?.rawValue ?? ""),
        ("expMonth", card.expires.map { "\($0.month)" } ?? ""), ("expYear", card.expires.map { "\($0.year)" } ?? ""),
      ], to: &json)
    json.member("number", card.number)
    json.member("code", card.securityCode)
  }

  static func tellRest(of card: ExchangedCard, _ path: String, _ tale: inout ExportReport) {
    tale.keep("Bank", card.bank, path + ".bank")
    if let pin = card.pin { tale.keep("PIN", pin, isHidden: true, path + ".pin") }
    tale.keep("Valid from", card.validFrom?.description ?? "", path + ".validFrom")
  }

  // The labels of the documents for which Bitwarden has members.
  private static let documents = [
    ("ssn", "Social security number"), ("passportNumber", "Passport"), ("licenseNumber", "Driver's licence"),
  ]

  func write(_ person: ExchangedPerson, to json: inout JSONWriter) {
    let lines = person.addresses.first?.text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init) ?? []
    var members = [
      ("title", ""), ("firstName", person.givenName), ("middleName", ""), ("lastName", person.familyName),
      ("company", person.organisation), ("email", person.emails.first?.text ?? ""), ("phone", person.phones.first?.text ?? ""),
      ("username", ""),
    ]
    for index in 0..<3 { members.append(("address\(index + 1)", lines.indices.contains(index) ? lines[index] : "")) }
    members += ["city", "state", "postalCode", "country"].map { ($0, "") }
    Self.write(members, to: &json)
    for (name, label) in Self.documents { json.member(name, person.documents.first { $0.label == label }?.number) }
  }

  static func tellRest(of person: ExchangedPerson, _ path: String, _ tale: inout ExportReport) {
    tale.keep("Birthday", person.birthday?.description ?? "", path + ".birthday")
    let lists = [("emails", "email", person.emails), ("phones", "phone", person.phones), ("addresses", "address", person.addresses)]
    for (name, label, list) in lists {
      if let first = list.first, first.label != label { tale.tell("\(path).\(name)[0].label", .keptInPart) }
      for (index, other) in list.enumerated().dropFirst() { tale.keep(other.label, other.text, "\(path).\(name)[\(index)]") }
    }
    for (index, document) in person.documents.enumerated() where !documents.contains(where: { $0.1 == document.label }) {
      tale.keep(document.label, document.number, isHidden: true, "\(path).documents[\(index)]")
    }
  }

  /// Writes members with texts; an empty text is null, as in Bitwarden.
  private static func write(_ members: [(String, String)], to json: inout JSONWriter) {
    for (name, text) in members {
      json.name(name)
      if text.isEmpty { json.null() } else { json.text(text) }
    }
  }
}
