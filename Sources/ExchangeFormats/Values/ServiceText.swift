// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import WebDomains

/// A service's address in the forms that people and programs write.
enum ServiceText {
  /// The maximum length of an address in UTF-8 bytes.
  static let longestByteCount = 4096
  // The prefixes for identifiers of Android's applications.
  private static let appSchemes = ["androidapp://", "android://"]
  // Bitwarden's prefix for identifiers of Apple's applications. An application of the vault is Android's: exported as such, the
  // identifier would name another program.
  private static let foreignAppScheme = "iosapp://"

  /// Returns the service named by a text; nil if it cannot be matched to a page or an application.
  ///
  /// - Parameters:
  ///   - text: An address such as `https://shop.example/login`, a host such as `shop.example`, or `androidapp://com.example.shop`.
  ///   - rule: The rule for matching.
  static func service(_ text: String, rule: MatchRule = .domain) -> ServiceIdentifier? {
    guard !text.isEmpty, text.utf8.count <= longestByteCount, !text.contains(where: { $0.isNewline || $0 == " " }) else { return nil }
    if let scheme = appSchemes.first(where: text.hasPrefix) {
      // In `android://HASH@com.example.shop/`, the application follows the hash of its key.
      let name = text.dropFirst(scheme.count).split(separator: "@").last?.prefix { $0 != "/" } ?? ""
      return name.isEmpty ? nil : ServiceIdentifier(kind: .app, text: String(name), rule: rule)
    }
    guard !text.hasPrefix(foreignAppScheme), (try? ServiceAddress(parsing: text)) != nil else { return nil }
    return ServiceIdentifier(kind: text.contains("://") ? .url : .domain, text: text, rule: rule)
  }

  /// The result of reading an address.
  struct Taken {
    /// The service; nil if there is none.
    let service: ServiceIdentifier?
    /// Whether the address contains more than that and is kept as a field.
    let isKept: Bool
    /// Whether the address contains a password.
    let hasPassword: Bool
    /// The reason for keeping it.
    var reason = ImportFinding.Reason.malformedValue
  }

  /// Reads an address like ``service(_:rule:)``, even with a user name and possibly a password before the host (RFC 3986 §3.2.1).
  static func taken(_ text: String, rule: MatchRule = .domain) -> Taken {
    if text.hasPrefix(foreignAppScheme) { return Taken(service: nil, isKept: true, hasPassword: false, reason: .noPlace) }
    if let service = service(text, rule: rule) { return Taken(service: service, isKept: false, hasPassword: false) }
    let scheme = text.firstRange(of: "://").map { text[..<$0.upperBound] } ?? ""
    let authority = text[scheme.endIndex...].prefix { !"/?#".contains($0) }
    // An at sign without a scheme or a colon means an e-mail address.
    guard let end = authority.lastIndex(of: "@"), !scheme.isEmpty || authority[..<end].contains(":") else {
      return Taken(service: nil, isKept: true, hasPassword: false)
    }
    let bare = String(scheme) + text[text.index(after: end)...]
    return Taken(service: service(bare, rule: rule), isKept: true, hasPassword: authority[..<end].contains(":"))
  }
}
