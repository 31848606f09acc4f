// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
import WebDomains

/// An item of a keyring that is a login for a web site, as its attributes alone tell it.
///
/// Keyrings hold what every program keeps: mail, networks, disks, the keys of browsers. Only what one of these programs wrote as a web login counts.
package struct WebLogin: Hashable, Sendable {
  /// Who wrote such items.
  package enum Origin: Sendable, CaseIterable {
    /// GNOME Web.
    case gnomeWeb
    /// libsecret's passwords for servers, of those for the web alone.
    case network
    /// git-credential-libsecret.
    case git
    /// Chromium and Chrome until 2019, while each login was an item.
    case chrome
    /// KWallet as a client of a Secret Service, or the other way round: a form that a browser of KDE's kept.
    case kwallet
    /// KWallet 5, which has such a form as an item without attributes.
    case kwallet5
    /// An entry of KeePassXC's own Secret Service.
    case keepassxc

    /// The schema that its items are written under; nil for items that name none.
    package var schema: String? {
      switch self {
      case .gnomeWeb: "org.epiphany.FormPassword"
      case .network: "org.gnome.keyring.NetworkPassword"
      case .git: "org.git.Password"
      case .chrome: "chrome_libsecret_password_schema"
      case .kwallet: "org.qt.keychain"
      case .kwallet5, .keepassxc: nil
      }
    }
  }

  /// Who wrote it.
  package let origin: Origin
  /// The service: `https://shop.example` or a host.
  package let service: String
  /// The user; nil where the attributes do not tell.
  package let user: String?

  /// The attribute that names an item's schema.
  package static let schema = "xdg:schema"
  /// The folder of KWallet that KDE's browsers keep forms in.
  private static let forms = "Form Data"
  /// The most bytes of a service or user.
  private static let limit = 1024

  /// Reads an item's attributes; nil for what is no web login.
  ///
  /// - Parameters:
  ///   - attributes: What the item is found by.
  ///   - label: The item's own name, which counts where it has no attributes.
  package init?(attributes: [String: String], label: String = "") {
    guard let origin = Self.origin(of: attributes, label), let found = Self.place(in: attributes, label, of: origin),
      let address = try? ServiceAddress(parsing: found.service), found.service.utf8.count <= Self.limit
    else { return nil }
    // What was kept for a page goes to that site; the page's own path and query are nobody's business.
    let authority = address.host.serialized + (address.port.flatMap { Self.isUsual($0, of: address.scheme) ? nil : ":\($0)" } ?? "")
    self.origin = origin
    service = address.scheme.map { $0.rawValue + "://" + authority } ?? authority
    user = found.user.flatMap { $0.isEmpty || $0.utf8.count > Self.limit ? nil : $0 }
  }

  private static func origin(of attributes: [String: String], _ label: String) -> Origin? {
    guard !attributes.isEmpty else { return label.hasPrefix(forms + "/") ? .kwallet5 : nil }
    return switch attributes[schema] {
    case nil, "": attributes["Uuid"] != nil && attributes["Path"] != nil && attributes["URL"] != nil ? .keepassxc : nil
    // Chromium left the schema's name out for years; what marks its items is the application.
    case "org.freedesktop.Secret.Generic":
      attributes["application"]?.hasPrefix("chrome") == true && attributes["signon_realm"] != nil ? .chrome : nil
    case let name?: Origin.allCases.first { $0.schema == name }
    }
  }

  private static func place(
    in attributes: [String: String], _ label: String, of origin: Origin
  ) -> (service: String, user: String?)? {
    switch origin {
    case .gnomeWeb: return attributes["uri"].flatMap(web).map { ($0, attributes["username"]) }
    case .network, .git: return server(in: attributes).map { ($0, attributes["user"]) }
    case .chrome:
      guard attributes["application"]?.hasPrefix("chrome") == true, attributes["blacklisted_by_user"] ?? "0" == "0" else { return nil }
      return attributes["origin_url"].flatMap(web).map { ($0, attributes["username_value"]) }
    case .kwallet:
      // Other programs keep all kinds of things under this schema.
      guard attributes["server"] == forms, attributes["type"] == "map", let key = attributes["user"] else { return nil }
      return page(ofForm: key).map { ($0, nil) }
    case .kwallet5: return page(ofForm: String(label.dropFirst(forms.count + 1))).map { ($0, nil) }
    case .keepassxc:
      guard let address = attributes["URL"], !address.isEmpty else { return nil }
      return (address.contains("://") ? web(address) : address).map { ($0, attributes["UserName"]) }
    }
  }

  /// A server's password is one for the web where its protocol says so.
  private static func server(in attributes: [String: String]) -> String? {
    guard let scheme = attributes["protocol"]?.lowercased(), ["http", "https"].contains(scheme), let host = attributes["server"],
      !host.isEmpty
    else { return nil }
    let port = attributes["port"].flatMap(UInt16.init).flatMap { $0 == 0 || host.contains(":") ? nil : ":\($0)" } ?? ""
    return scheme + "://" + host + port
  }

  /// The page of a form, which its browser keeps by `address#form`.
  private static func page(ofForm key: String) -> String? { web(String(key.prefix { $0 != "#" })) }

  private static func web(_ address: String) -> String? {
    ["http://", "https://"].contains { address.lowercased().hasPrefix($0) } ? address : nil
  }

  private static func isUsual(_ port: UInt16, of scheme: WebDomains.Origin.Scheme?) -> Bool {
    scheme == .https && port == 443 || scheme == .http && port == 80
  }

  /// How well it answers the services that are asked for; nil is no match.
  package func rank(for services: [String]) -> Int? { ServiceMatching.rank(stored: service, requested: services) }

  /// What the system may suggest.
  ///
  /// - Parameter item: The item's path, by which it is found again.
  package func identity(of item: String) -> ASPasswordCredentialIdentity {
    let place = ASCredentialServiceIdentifier(identifier: service, type: service.contains("://") ? .URL : .domain)
    return ASPasswordCredentialIdentity(serviceIdentifier: place, user: user ?? "", recordIdentifier: item)
  }
}
