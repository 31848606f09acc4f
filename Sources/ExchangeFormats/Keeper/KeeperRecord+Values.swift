// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// The values with several members: names, addresses, cards, keys and similar.
extension KeeperRecord {
  mutating func read(_ members: inout JSONMembers, _ name: KeeperFieldName, at path: String) {
    switch name.kind {
    case "name": readName(&members, name)
    case "address":
      let town = [members.text("zip"), members.text("city")].compactMap(\.self).joined(separator: " ")
      let lines = [members.text("street1"), members.text("street2"), town, members.text("state"), members.text("country")]
      person.add(addressLines: lines, label: name.text)
    case "phone":
      var words = [members.text("region").map { "(\($0))" }, members.text("number"), members.text("ext").map { "ext. \($0)" }]
      let type = members.text("type")
      if isPerson {
        person.add(phone: words.compactMap(\.self).joined(separator: " "), label: name.label.isEmpty ? type ?? name.text : name.label)
        if !name.label.isEmpty { draft.keep("\(name.label) (type)", text: type) }
      } else {
        words.append(type.map { "(\($0))" })
        draft.keep(name.text, text: words.compactMap(\.self).joined(separator: " "))
      }
    case "paymentCard": readCard(&members, at: path)
    case "passkey": readPasskey(&members, at: path)
    case "securityQuestion":
      let (question, answer) = (members.text("question"), members.secret("answer"))
      if answer == nil { draft.keep(name.text, text: question) } else { draft.keep(question ?? name.text, answer, isHidden: true) }
    case "keyPair":
      draft.keep("Public key", members.secret("publicKey"))
      draft.keep("Private key", members.secret("privateKey"), isHidden: true)
    case "host":
      draft.keep(name.text, members.secret("hostName"))
      draft.keep("Port", members.secret("port"))
    default:
      // Members of an unknown kind become fields with a name each.
      for member in members.names where !["uid"].contains(member) {
        guard let secret = members.secret(member) else { continue }
        let words = Self.words[member] ?? member
        draft.keep(name.label.isEmpty ? words : "\(name.label): \(words)", secret, isHidden: SecretNames.isSecret(member))
      }
    }
  }

  private static let words = [
    "accountType": "Account type", "routingNumber": "Routing number", "accountNumber": "Account number", "otherType": "Other account type",
  ]

  private mutating func readName(_ members: inout JSONMembers, _ name: KeeperFieldName) {
    let given = [members.text("first"), members.text("middle")].compactMap(\.self).joined(separator: " ")
    let family = members.text("last") ?? ""
    if isPerson, name.label.isEmpty, person.givenName.isEmpty, person.familyName.isEmpty {
      (person.givenName, person.familyName) = (given, family)
    } else {
      draft.keep(name.text, text: [given, family].filter { !$0.isEmpty }.joined(separator: " "))
    }
  }

  private mutating func readCard(_ members: inout JSONMembers, at path: String) {
    if card.number != nil || card.securityCode != nil || card.expires != nil {
      draft.others.append(.card(card))
      card = ExchangedCard()
    }
    card.number = members.secret("cardNumber").map(CardNumber.normalized)
    card.securityCode = members.secret("cardSecurityCode")
    guard let text = members.text("cardExpirationDate") else { return }
    card.expires = CardMonth(text.trimmingSpace)
    if card.expires == nil { draft.keep("Expires", text: text, because: .malformedValue, at: "\(path).cardExpirationDate") }
  }

  private mutating func readPasskey(_ members: inout JSONMembers, at path: String) {
    func bytes(_ text: String?) -> [UInt8]? {
      text.flatMap { text in Array(text.utf8).withUnsafeBytes { Base64Text.shared($0)?.withBytes { Array($0) } } }
    }
    let (site, user) = (members.text("relyingParty"), members.text("username"))
    let (handleText, idText) = (members.text("userId"), members.text("credentialId"))
    let (handle, id) = (bytes(handleText), bytes(idText))
    let (count, created) = (members.number("signCount") ?? 0, members.number("createdDate").flatMap(DateText.milliseconds))
    // A JSON Web Key (RFC 7518 §6.2).
    var key = members.object("privateKey")
    key.pass("ext", "key_ops", "alg", "x", "y", "use", "kid")
    let (type, curve, scalar) = (key.text("kty"), key.text("crv"), key.secret("d"))
    let secret = scalar.flatMap { Base64Text.shared($0) }
    let made: PasskeyKey? =
      switch (type, curve) {
      case ("EC", "P-256"): secret.flatMap { $0.withBytes { PasskeyKey(raw: $0) } }
      case ("OKP", "Ed25519"): secret.flatMap { $0.byteCount == 32 ? PasskeyKey(algorithm: -8, secret: $0) : nil }
      default: nil
      }
    draft.keepRest(of: key, at: "\(path).privateKey")
    guard let made, let site, let id, let handle else {
      let kept = [("Passkey for", site), ("Passkey user", user), ("Passkey user handle", handleText), ("Passkey credential ID", idText)]
      for (name, value) in kept { draft.keep(name, text: value) }
      draft.keep("Passkey", scalar, isHidden: true, because: .unsupportedKey, at: path)
      return
    }
    if count > 0 { draft.tell(.countingPasskey, path, .keptInPart) }
    draft.passkeys.append(
      ExchangedPasskey(
        relyingPartyID: site, userHandle: handle, userName: user ?? "", displayName: "", credentialID: id, algorithm: made.algorithm,
        privateKey: made.secret, signatureCount: UInt32(clamping: Int(exactly: count.rounded()) ?? 0), created: created))
  }
}
