// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import WebDomains

/// The address of a service as people and programs write it.
enum ServiceText {
  /// The longest address that is kept as one, in UTF-8 bytes.
  static let longestByteCount = 4096
  // What programs for Android write before an application's identifier.
  private static let appSchemes = ["androidapp://", "android://", "iosapp://"]

  /// The service that a text names; nil for one that no page or application can be compared with.
  ///
  /// - Parameters:
  ///   - text: An address such as `https://shop.example/login`, a host such as `shop.example`, or `androidapp://com.example.shop`.
  ///   - rule: How far it reaches.
  static func service(_ text: String, rule: MatchRule = .domain) -> ServiceIdentifier? {
    guard !text.isEmpty, text.utf8.count <= longestByteCount, !text.contains(where: { $0.isNewline || $0 == " " }) else { return nil }
    if let scheme = appSchemes.first(where: text.hasPrefix) {
      // `android://HASH@com.example.shop/` names the application behind the hash of its key.
      let name = text.dropFirst(scheme.count).split(separator: "@").last?.prefix { $0 != "/" } ?? ""
      return name.isEmpty ? nil : ServiceIdentifier(kind: .app, text: String(name), rule: rule)
    }
    guard (try? ServiceAddress(parsing: text)) != nil else { return nil }
    return ServiceIdentifier(kind: text.contains("://") ? .url : .domain, text: text, rule: rule)
  }

  /// What becomes of an address.
  struct Taken {
    /// The service that it names; nil where it names none.
    let service: ServiceIdentifier?
    /// Whether it says more than that, so that it is kept as a field.
    let isKept: Bool
    /// Whether there is a password in it.
    let hasPassword: Bool
  }

  /// As ``service(_:rule:)``, also of an address with a user name, and perhaps a password, before its host (RFC 3986 §3.2.1).
  static func taken(_ text: String, rule: MatchRule = .domain) -> Taken {
    if let service = service(text, rule: rule) { return Taken(service: service, isKept: false, hasPassword: false) }
    let scheme = text.firstRange(of: "://").map { text[..<$0.upperBound] } ?? ""
    let authority = text[scheme.endIndex...].prefix { !"/?#".contains($0) }
    // What alone has an at sign is an e-mail address.
    guard let end = authority.lastIndex(of: "@"), !scheme.isEmpty || authority[..<end].contains(":") else {
      return Taken(service: nil, isKept: true, hasPassword: false)
    }
    let bare = String(scheme) + text[text.index(after: end)...]
    return Taken(service: service(bare, rule: rule), isKept: true, hasPassword: authority[..<end].contains(":"))
  }
}
