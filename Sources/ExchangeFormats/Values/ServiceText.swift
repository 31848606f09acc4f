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
}
