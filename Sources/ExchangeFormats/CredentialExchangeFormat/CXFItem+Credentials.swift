// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

extension CXFItem {
  // The dictionary Credential and those derived from it.
  mutating func read(credential value: JSONValue, at path: String) {
    guard var object = TrackedObject(value, in: file.bytes), let type = object.text("type") else {
      return entry.tell(.malformedValue, path, .leftOut)
    }
    // Some programs write the names of their own types, without hyphens.
    switch type.lowercased().filter({ $0.isLetter }) {
    case "basicauth", "basicauthentication": readBasicAuthentication(&object, path)
    case "generatedpassword":
      let password = field("password", "Password", of: &object, at: path)?.value
      entry.item.parts.append(.login(ExchangedLogin(password: password)))
    case "passkey": readPasskey(&object, path)
    case "totp": readCode(&object, path)
    case "note": if let note = field("content", "Note", of: &object, at: path) { notes.append(note.value) }
    case "creditcard": readCard(&object, path)
    case "address": readAddress(&object, path)
    case "personname": readName(&object, path)
    case "identitydocument": readDocument(&object, .identityDocument, path)
    case "passport": readDocument(&object, .passport, path)
    case "driverslicense", "driverlicense": readDocument(&object, .driversLicense, path)
    case "customfields": readCustomFields(&object, path)
    case "apikey": keep(&object, Self.apiKeyMembers, path)
    case "wifi": keep(&object, Self.wifiMembers, path)
    case "sshkey": readSSHKey(&object, path)
    case "file": readFile(&object, path)
    case "itemreference": readReference(&object, path)
    default:
      entry.tell(.unknownKind, path, .keptInPart)
      for member in object.rest { entry.keepAll(member.value, file.bytes, at: "\(path).\(member.name)", isTold: false) }
      return
    }
    entry.tellRest(of: object, at: path + ".", keepsNested: true)
  }

  // BasicAuthCredential; drafts have the addresses here.
  private mutating func readBasicAuthentication(_ object: inout TrackedObject, _ path: String) {
    read(urls: entry.elements("urls", of: &object, at: path + ".urls"), object.bytes, at: path + ".urls")
    let user = field("username", "User name", of: &object, at: path) ?? field("userName", "User name", of: &object, at: path)
    let password = field("password", "Password", of: &object, at: path)
    entry.item.parts.append(.login(ExchangedLogin(user: user?.text ?? "", password: password?.value)))
  }

  // TOTPCredential.
  private mutating func readCode(_ object: inout TrackedObject, _ path: String) {
    var generator = KeptGenerator("totp", secret: object.secret("secret").map { .base32($0) })
    generator.period = object.integer("period")
    generator.digits = object.integer("digits")
    generator.algorithm = object.text("algorithm")
    let (issuer, account) = (object.text("issuer"), object.text("username") ?? object.text("userName") ?? "")
    entry.add(generator, issuer: issuer, account: account, isSound: object.malformed.isEmpty, path: path)
  }

  // CreditCardCredential.
  private mutating func readCard(_ object: inout TrackedObject, _ path: String) {
    var card = ExchangedCard(holder: field("fullName", "Holder", of: &object, at: path)?.text ?? "")
    card.number = (field("number", "Number", of: &object, at: path)?.value).map(CardNumber.normalized)
    card.securityCode = field("verificationNumber", "Security code", of: &object, at: path)?.value
    card.pin = field("pin", "PIN", of: &object, at: path)?.value
    card.expires = month("expiryDate", "Expiry date", of: &object, path)
    card.validFrom = month("validFrom", "Valid from", of: &object, path)
    if let type = entry.field("cardType", of: &object, at: path), !entry.isKnown(brand: type.text, of: card.number) {
      entry.keep(file.labels.own(type.label, of: "cardType") ?? "Brand", type.value, isHidden: false, .noPlace, path + ".cardType")
    }
    entry.item.parts.append(.card(card))
  }

  private mutating func month(_ name: String, _ label: String, of object: inout TrackedObject, _ path: String) -> CardMonth? {
    guard let field = self.field(name, label, of: &object, at: path) else { return nil }
    let text = field.text
    // A full date stands for its month; a card shows no day.
    if let month = CardMonth(text) ?? CalendarDay(text).flatMap({ CardMonth(year: $0.year, month: $0.month) }) { return month }
    entry.keep(label, field.value, isHidden: false, .malformedValue, "\(path).\(name)")
    return nil
  }

  // CustomFieldsCredential.
  private mutating func readCustomFields(_ object: inout TrackedObject, _ path: String) {
    object.passOver("id")
    let section = object.text("label")
    for (index, value) in entry.elements("fields", of: &object, at: path + ".fields").enumerated() {
      guard let field = entry.field(value, object.bytes, at: "\(path).fields[\(index)]") else { continue }
      let name = [section, field.label].compactMap { $0 }.joined(separator: ": ")
      entry.addFieldOrCode(name, field.value, isHidden: field.isHidden, path: "\(path).fields[\(index)]")
    }
  }

  // FileCredential: the JSON does not contain the bytes.
  private mutating func readFile(_ object: inout TrackedObject, _ path: String) {
    object.passOver("id", "decryptedSize", "integrityHash", "integrationHash")
    let name = object.text("name").map { " (\($0))" } ?? ""
    entry.tell(.attachmentMissing, path + name, .leftOut)
  }

  // ItemReferenceCredential.
  private mutating func readReference(_ object: inout TrackedObject, _ path: String) {
    guard var link = object.object("reference"), let name = CXFFile.name(of: &link, within: account), let title = file.titles[name] else {
      return entry.tell(.referenceMissing, path, .leftOut)
    }
    entry.keep("Reference", SharedSecret(copying: title.utf8), isHidden: false, .noPlace, path)
  }

  // SSHKeyCredential; the key is PKCS #8 in DER, and kept in the familiar PEM form (RFC 7468 §10).
  private mutating func readSSHKey(_ object: inout TrackedObject, _ path: String) {
    if let text = object.secret("privateKey") {
      let pem = Base64Text.shared(text, skipping: .nothing).map { PEMText.privateKey($0) }
      entry.keep("SSH private key", pem ?? text, isHidden: true, pem == nil ? .malformedValue : .noPlace, path + ".privateKey")
    }
    keep(&object, Self.sshKeyMembers, path)
  }

  private static let apiKeyMembers = [
    ("key", "API key"), ("username", "User name"), ("keyType", "API key type"), ("url", "API address"), ("validFrom", "Valid from"),
    ("expiryDate", "Expiry date"),
  ]
  private static let wifiMembers = [
    ("ssid", "Wi-Fi network"), ("networkSecurityType", "Wi-Fi security"), ("passphrase", "Wi-Fi password"), ("hidden", "Wi-Fi hidden"),
  ]
  private static let sshKeyMembers = [
    ("keyType", "SSH key type"), ("keyComment", "SSH key comment"), ("creationDate", "SSH key creation date"),
    ("expiryDate", "SSH key expiry date"), ("expirationDate", "SSH key expiry date"), ("keyGenerationSource", "SSH key generated by"),
  ]
  // The members that are secret whatever their type.
  private static let secretMembers: Set<String> = ["key", "passphrase"]

  /// Keeps the members of a credential that have no place in an item.
  mutating func keep(_ object: inout TrackedObject, _ members: [(String, String)], _ path: String) {
    for (name, label) in members {
      guard let field = entry.field(name, of: &object, at: path) else { continue }
      entry.keep(
        file.labels.own(field.label, of: name) ?? label, field.value, isHidden: field.isHidden || Self.secretMembers.contains(name),
        .noPlace, "\(path).\(name)")
    }
  }
}
