// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import SecretServiceProvider
import WebDomains

/// A keyring's answers to its provider, with the properties that must hold for them.
///
/// It is part of the main package, because only that package can use the parsers; the fuzzing package supplies the inputs.
public enum KeyringParsers {
  /// The types of the answers, in the order in which an input numbers them.
  private static let signatures = ["v", "ao", "aoo", "o", "vo", "a{o(oayays)}"]
  /// A session whose key does not change. libgcrypt draws its own numbers, so decryption gives random bytes.
  private static let cipher: SessionCipher? = {
    var cipher = try? SessionCipher()
    try? cipher?.meet([5])
    return cipher
  }()

  /// Gives an answer in its D-Bus form, or an item's secret, to its reader. The first byte selects which.
  ///
  /// - Parameter plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofAnswer input: [UInt8], plantsFault: Bool) -> String? {
    guard let first = input.first else { return nil }
    let number = Int(first & 0x7F)
    guard first < 0x80 else { return content(Array(input.dropFirst()), number, plantsFault) }
    let signature = signatures[number % signatures.count]
    let bytes = message(signature, Array(input.dropFirst()))
    // Each reader gets each type, because a keyring may answer with any.
    func answer() -> KeyringAnswer? { KeyringAnswer(marshalled: bytes) }
    guard answer() != nil else { return nil }
    if let texts = try? answer()?.textsOfProperty(), let login = WebLogin(attributes: texts) {
      // The planted fault: treats a login with a user as wrong.
      if plantsFault, login.user != nil { return "a login with a user is one" }
      guard (try? ServiceAddress(parsing: login.service)) != nil else { return "a login's service is an address" }
      if let user = login.user, user.isEmpty || user.utf8.count > 1024 { return "a user is a text of 1 to 1024 bytes" }
    }
    if let label = try? answer()?.textOfProperty(), let login = WebLogin(attributes: [:], label: label) {
      guard (try? ServiceAddress(parsing: login.service)) != nil else { return "a login's service is an address" }
    }
    _ = try? answer()?.flagOfProperty()
    let lists = [try? answer()?.objects(), try? answer()?.objectsOfProperty()].compactMap(\.self)
    guard lists.allSatisfy({ $0.allSatisfy { $0.hasPrefix("/") } }) else { return "an object is a path" }
    if let prompt = try? answer()?.prompt(), prompt == "/" { return "no prompt is none" }
    _ = try? answer()?.object()
    if let session = try? answer()?.session(), !session.object.hasPrefix("/") { return "a session is a path" }
    guard let cipher else { return "there is a cipher" }
    if let secrets = try? answer()?.secrets(of: "/s", by: cipher), !secrets.allSatisfy({ $0.item.hasPrefix("/") }) {
      return "an item is a path"
    }
    return nil
  }

  private static func content(_ input: [UInt8], _ number: Int, _ plantsFault: Bool) -> String? {
    let origins = WebLogin.Origin.allCases
    let origin = origins[number % origins.count]
    guard let login = login(of: origin) else { return "there is a login of each origin" }
    guard let content = try? ItemContent(SharedSecret(copying: input), of: login) else { return nil }
    let isSound = content.password.withBytes { bytes in
      !bytes.isEmpty && bytes.count <= 4096 && !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    }
    if plantsFault, content.user != nil { return "an item with a user is one" }
    return isSound ? nil : "a password is a text of 1 to 4096 bytes"
  }

  private static func login(of origin: WebLogin.Origin) -> WebLogin? {
    let place = "https://a.example/"
    guard origin != .kwallet5 else { return WebLogin(attributes: [:], label: "Form Data/" + place + "#f") }
    var attributes = [WebLogin.schema: origin.schema ?? ""]
    let more: [String: String] =
      switch origin {
      case .gnomeWeb: ["uri": place]
      case .network, .git: ["protocol": "https", "server": "a.example"]
      case .chrome: ["application": "chrome", "origin_url": place]
      case .kwallet: ["server": "Form Data", "type": "map", "user": place + "#f"]
      case .keepassxc, .kwallet5: ["Uuid": "u", "Path": "p", "URL": place]
      }
    attributes.merge(more) { $1 }
    return WebLogin(attributes: attributes)
  }

  /// A method's answer with a body (D-Bus specification, "Message Format"), little-endian.
  private static func message(_ signature: String, _ body: [UInt8]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    var fields: [UInt8] = [5, 1, 0x75, 0] + number(1)
    fields += [8, 1, 0x67, 0, UInt8(signature.utf8.count)] + Array(signature.utf8) + [0]
    var bytes: [UInt8] = [0x6C, 2, 0, 1] + number(body.count) + number(1) + number(fields.count) + fields
    while bytes.count % 8 != 0 { bytes.append(0) }
    return bytes + body
  }
}
