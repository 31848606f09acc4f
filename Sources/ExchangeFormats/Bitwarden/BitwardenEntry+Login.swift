// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory
import WebDomains

extension BitwardenEntry {
  mutating func read(login object: TrackedObject, history: [RetiredPassword]) {
    var object = object
    object.passOver("passwordRevisionDate")
    if object.value("autofillOnPageLoad") != nil { entry.tell(.noPlace, "login.autofillOnPageLoad", .leftOut) }
    let services = services(entry.elements("uris", of: &object, at: "login.uris"), object.bytes)
    // Exports from before 2018 have a single address.
    let address = object.text("uri").flatMap { ServiceText.service($0) }
    let user = object.text("username") ?? ""
    let password = object.secret("password")
    let passkeys = entry.elements("fido2Credentials", of: &object, at: "login.fido2Credentials")
    let all = services + [address].compactMap { $0 }.filter { one in !services.contains { $0.names(one) } }
    let code = object.secret("totp")
    for (index, value) in passkeys.enumerated() {
      read(passkey: value, object.bytes, path: "login.fido2Credentials[\(index)]")
    }
    let login = ExchangedLogin(services: all, user: user, password: password, history: history)
    let keys = entry.item.parts
    let isEmpty = user.isEmpty && password == nil && history.isEmpty && all.isEmpty
    let isOfPasskey = code == nil && entry.item.hasPasskey(insteadOf: login)
    entry.item.parts = []
    if !isOfPasskey, !isEmpty || (keys.isEmpty && code == nil) { entry.item.parts.append(.login(login)) }
    if let code { entry.add(codeText: code, account: user, path: "login.totp") }
    entry.item.parts += keys
    entry.tellRest(of: object, at: "login.")
  }

  // MARK: Addresses

  private mutating func services(_ values: [JSONValue], _ bytes: UnsafeRawBufferPointer) -> [ServiceIdentifier] {
    var services: [ServiceIdentifier] = []
    var never: [(service: ServiceIdentifier, path: String)] = []
    for (index, value) in values.enumerated() {
      let path = "login.uris[\(index)]"
      let (text, match): (String?, Int?)
      if var object = TrackedObject(value, in: bytes) {
        object.passOver("uriChecksum")
        (text, match) = (object.text("uri"), object.integer("match"))
        entry.tellRest(of: object, at: path + ".")
      } else {
        // Other programs that write this format use bare texts.
        (text, match) = (value.digitsOrText(in: bytes), nil)
        if text == nil { entry.tell(.malformedValue, path, .leftOut) }
      }
      guard let text, !text.isEmpty else { continue }
      // A regular expression is not an address.
      let taken = match == 4 ? ServiceText.Taken(service: nil, isKept: true, hasPassword: false) : ServiceText.taken(text)
      if taken.isKept { entry.keep("URL", SharedSecret(copying: text.utf8), isHidden: taken.hasPassword, .noPlace, path) }
      guard let service = taken.service else { continue }
      let (rule, isEqual) = Self.rule(match, service)
      if rule == .never {
        never.append((service, path))
        continue
      }
      if !isEqual { entry.tell(.noPlace, path + ".match", .keptInPart) }
      if !services.contains(where: { $0.names(service) }) {
        services.append(ServiceIdentifier(kind: service.kind, text: service.text, rule: rule))
      }
    }
    for (service, path) in never {
      let kept = ServiceIdentifier(kind: service.kind, text: service.text, rule: .never)
      if KeptAwayAddresses.apart(services + [kept]).excluded.contains(kept) {
        entry.keep("URL", SharedSecret(copying: service.text.utf8), isHidden: false, .noPlace, path + ".match")
      } else {
        services.append(kept)
      }
    }
    return services
  }

  /// Returns the rule closest to Bitwarden's, and whether the two are equal.
  private static func rule(_ match: Int?, _ service: ServiceIdentifier) -> (MatchRule, isEqual: Bool) {
    switch match {
    case nil, 0: return (.domain, true)
    case 1:
      // Bitwarden's host includes the port if the address names one.
      return BitwardenAddress.namesPort(service) ? (.exact, false) : (.host, true)
    // The start of an address, and the whole address.
    case 2, 3: return (.exact, false)
    case 5: return (.never, true)
    default: return (.exact, false)
    }
  }

  // MARK: Passkeys

  private mutating func read(passkey value: JSONValue, _ bytes: UnsafeRawBufferPointer, path: String) {
    guard var object = TrackedObject(value, in: bytes) else { return entry.tell(.malformedValue, path, .leftOut) }
    let bytesOfKey = object.secret("keyValue").flatMap { Base64Text.shared($0, skipping: .nothing) }
    let identifier = object.text("credentialId").flatMap(Self.credentialID)
    let handle = object.secret("userHandle").flatMap { Base64Text.shared($0, skipping: .nothing) }?.withBytes { Array($0) } ?? []
    // The key itself contains its type.
    object.passOver("keyType", "keyAlgorithm", "keyCurve")
    guard let relyingParty = object.text("rpId"), let identifier, (1...64).contains(handle.count), let bytesOfKey,
      let key = bytesOfKey.withBytes({ PasskeyKey(pkcs8: $0) })
    else {
      // A passkey that is not discoverable may have no handle; the vault stores none without one.
      let isWhole = bytesOfKey != nil && identifier != nil && !handle.isEmpty
      entry.tell(isWhole ? .unsupportedKey : .missingMember, path, .keptInPart)
      return entry.keepAll(value, bytes, at: path, isTold: false)
    }
    let user = object.text("userName") ?? ""
    var passkey = ExchangedPasskey(
      relyingPartyID: relyingParty, relyingPartyName: object.text("rpName"), userHandle: handle, userName: user,
      displayName: object.text("userDisplayName") ?? "", credentialID: identifier, algorithm: key.algorithm, privateKey: key.secret)
    if let counter = object.integer("counter"), counter > 0 {
      passkey.signatureCount = UInt32(clamping: counter)
      entry.tell(.countingPasskey, path + ".counter", .keptInPart)
    }
    if let created = object.text("creationDate") {
      passkey.created = DateText.iso8601(created)
      if passkey.created == nil { entry.tell(.malformedValue, path + ".creationDate", .leftOut) }
    }
    // The vault makes every passkey discoverable.
    if object.text("discoverable") != nil, !object.boolean("discoverable") { entry.tell(.noPlace, path + ".discoverable", .leftOut) }
    entry.item.parts.append(.passkey(passkey))
    entry.tellRest(of: object, at: path + ".")
  }

  /// Returns a credential ID's bytes: a UUID, as for passkeys created by Bitwarden, or Base64 after `b64.`.
  static func credentialID(_ text: String) -> [UInt8]? {
    if text.hasPrefix("b64.") {
      let bytes = Base64Text.shared(SharedSecret(copying: text.dropFirst(4).utf8), skipping: .nothing)?.withBytes { Array($0) }
      return bytes?.isEmpty == true ? nil : bytes
    }
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
    return EncodedBytes.hexadecimal(groups.joined())
  }
}
