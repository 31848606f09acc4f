// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
import CredentialModel
package import SecretMemory

/// An entry of a password store, interpreted like `pass`, gopass and browserpass do.
package enum PasswordStoreEntry {
  static let passwordKeys: Set<String> = ["password", "pass", "secret"]
  private static let userKeys: Set<String> = ["login", "username", "user"]
  private static let addressKeys: Set<String> = ["url", "uri", "website", "site", "link", "launch"]
  private static let codeKeys: Set<String> = ["otp", "totp", "hotp", "otpauth"]
  private static let remarkKeys: Set<String> = ["note", "notes", "comment", "comments"]
  /// The keys whose values need not be hidden; anything else in an encrypted entry may be secret.
  private static let plainKeys: Set<String> = [
    "account", "company", "created", "date", "e-mail", "email", "expires", "host", "hostname", "mail", "modified", "name", "openid",
    "phone",
    "port", "server", "service", "tel", "title", "type", "updated",
  ]

  /// Returns the item for an entry.
  ///
  /// - Parameters:
  ///   - path: The entry's path in the store, such as `web/shop.example/ada.gpg`.
  ///   - text: The decrypted text; if it is neither UTF-8 nor Windows-1252, it becomes a file.
  ///   - entry: The number of the entry in findings.
  package static func item(path: String, text: SharedSecret, entry: Int = 0) -> (item: ExchangedItem, findings: [ImportFinding]) {
    let names = PasswordStorePath(path)
    var made = CodeEntry(entry, title: names.title)
    if !names.folders.isEmpty { made.item.folders = [names.folders] }
    text.withBytes { bytes in
      if bytes.starts(with: "-----BEGIN ".utf8), UTF8Bytes.firstWrongPlace(bytes) == nil {
        // A key or a message is a single text; its first line is not a password.
        made.item.parts = [.note(ExchangedNote(text: text))]
        if let user = names.user { made.item.keep("entry", value: SharedSecret(copying: user.utf8), isHidden: false) }
        return
      }
      if UTF8Bytes.firstWrongPlace(bytes) == nil { return add(PasswordStoreText(bytes), names: names, to: &made) }
      guard WindowsText.isOne(bytes) else {
        made.item.attachments = [ExchangedAttachment(name: names.user ?? names.title, content: text)]
        return
      }
      // Written by an editor in an old locale.
      made.tell(.malformedValue, "UTF-8 (read as Windows-1252)", .readLeniently)
      WindowsText.utf8(of: bytes).withBytes { add(PasswordStoreText($0), names: names, to: &made) }
    }
    return (made.item, made.findings)
  }

  static func hasMeaning(_ key: String) -> Bool {
    let key = key.lowercased()
    return passwordKeys.contains(key) || userKeys.contains(key) || addressKeys.contains(key) || codeKeys.contains(key)
      || remarkKeys.contains(key) || key == "email"
  }

  private static func add(_ text: PasswordStoreText, names: PasswordStorePath, to entry: inout CodeEntry) {
    var login = ExchangedLogin(password: text.password)
    var (remarks, emails): ([SharedSecret], [SharedSecret]) = ([], [])
    var codes = text.links.map { (path: "otpauth", text: $0) }
    let file = PasswordStoreFile(text)
    if let file {
      entry.item.attachments.append(ExchangedAttachment(name: file.name ?? names.user ?? names.title, content: file.content))
    }
    for pair in text.pairs where pair.value.byteCount > 0 {
      let key = pair.key.lowercased()
      if file != nil, PasswordStoreFile.isHeader(key) { continue }
      if userKeys.contains(key), login.user.isEmpty {
        login.user = string(pair.value)
      } else if addressKeys.contains(key) {
        add(address: pair, to: &login, of: &entry)
      } else if codeKeys.contains(key) {
        codes.append((pair.key, pair.value))
      } else if remarkKeys.contains(key) {
        remarks.append(pair.value)
      } else if key == "email" {
        emails.append(pair.value)
      } else if passwordKeys.contains(key), login.password == nil {
        login.password = pair.value
      } else if passwordKeys.contains(key) {
        entry.keep(pair.key, pair.value, isHidden: true, .noPlace, pair.key)
      } else {
        entry.item.keep(pair.key, value: pair.value, isHidden: !plainKeys.contains(key))
      }
    }
    if login.user.isEmpty, !emails.isEmpty { login.user = string(emails.removeFirst()) }
    for email in emails { entry.item.keep("email", value: email, isHidden: false) }
    if login.user.isEmpty {
      login.user = names.user ?? ""
    } else if let user = names.user, user != login.user {
      entry.item.keep("entry", value: SharedSecret(copying: user.utf8), isHidden: false)
    }
    if let service = names.service, !login.services.contains(where: { isSameHost($0, service) }) { login.services.append(service) }
    if file == nil { remarks += [text.remark].compactMap(\.self) }
    let remark = SecretLines.joined(remarks)
    if login.password?.withBytes({ $0.starts(with: "gopass://".utf8) }) == true {
      // The password belongs to another entry, which is not included.
      entry.tell(.referenceMissing, "password", .keptInPart)
    }
    let isLogin =
      login.password != nil || !login.user.isEmpty && codes.isEmpty && file == nil
      || text.pairs.contains { addressKeys.contains($0.key.lowercased()) }
    if isLogin {
      entry.item.parts.append(.login(login))
    } else if let remark, codes.isEmpty {
      entry.item.parts.append(.note(ExchangedNote(text: remark)))
    }
    for code in codes { add(code.text, path: code.path, account: login.user, services: isLogin ? [] : login.services, to: &entry) }
    if isLogin || !codes.isEmpty { entry.item.annotations.note = remark }
  }

  /// Adds an address; a text that is not one is kept as a field.
  private static func add(address pair: PasswordStoreText.Pair, to login: inout ExchangedLogin, of entry: inout CodeEntry) {
    let taken = ServiceText.taken(string(pair.value))
    if let service = taken.service, !login.services.contains(service) { login.services.append(service) }
    if taken.isKept { entry.keep(pair.key, pair.value, isHidden: taken.hasPassword, taken.reason, pair.key) }
  }

  private static func add(
    _ text: SharedSecret, path: String, account: String, services: [ServiceIdentifier], to entry: inout CodeEntry
  ) {
    let title = entry.item.title
    if path.lowercased() == "hotp", !text.withBytes({ $0.contains(UInt8(ascii: ":")) }) {
      entry.add(KeptGenerator("hotp", secret: .base32(text)), issuer: nil, account: "", path: path)
    } else {
      entry.add(link: text, path: path)
    }
    // The entry's name in the store takes precedence over the link.
    entry.item.title = title
    guard case .oneTimeCode(var code) = entry.item.parts.last else { return }
    if code.account.isEmpty { code.account = account }
    code.services = services
    entry.item.parts[entry.item.parts.count - 1] = .oneTimeCode(code)
  }

  private static func string(_ value: SharedSecret) -> String { value.withBytes { String(decoding: $0, as: UTF8.self) } }

  private static func isSameHost(_ one: ServiceIdentifier, _ other: ServiceIdentifier) -> Bool {
    func host(_ service: ServiceIdentifier) -> Substring {
      (service.text.lowercased().split(separator: "://", maxSplits: 1).last ?? "").prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    }
    return host(one) == host(other)
  }
}
