// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A tuple origin (HTML standard, "origin"): scheme, host and port.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// The schemes whose origins may request credentials.
  public enum Scheme: String, Sendable {
    /// TLS.
    case https
    /// Unencrypted; trusted only on this machine.
    case http

    /// The port that origins of this scheme omit.
    public var defaultPort: UInt16 { self == .https ? 443 : 80 }
  }

  /// The origin's scheme.
  public let scheme: Scheme
  /// The origin's host.
  public let host: WebHost
  /// The port; nil for the scheme's default.
  public let port: UInt16?

  /// Reads a serialised origin as browsers provide it: `https://login.shop.example`, `http://localhost:8080`.
  ///
  /// - Throws: `opaqueOrigin` for `null`; any other code for a text that is not exactly the serialisation of its origin.
  public init(parsing text: String) throws(WebDomainsError) {
    if text == "null" { throw WebDomainsError(.opaqueOrigin) }
    let origin = try Origin(url: text)
    // An origin has exactly one serialisation. A text with a path, a default port or a capital letter is not an origin.
    guard origin.description == text else { throw WebDomainsError(.notAnOrigin) }
    self = origin
  }

  /// Reads the origin of an absolute URL, ignoring path, query and fragment.
  ///
  /// - Throws: A code for a scheme without a tuple origin, for user information, and for hosts and ports in noncanonical spellings.
  public init(url: String) throws(WebDomainsError) {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") }),
      let colon = url.firstIndex(of: ":")
    else { throw WebDomainsError(.notAnOrigin) }
    let schemeName = url[..<colon].lowercased()
    guard let scheme = Scheme(rawValue: schemeName) else {
      let opaque: Set<String> = ["about", "blob", "data", "file", "javascript"]
      throw WebDomainsError(opaque.contains(schemeName) ? .opaqueOrigin : .unsupportedScheme)
    }
    let rest = url[url.index(after: colon)...]
    guard rest.hasPrefix("//") else { throw WebDomainsError(.notAnOrigin) }
    let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else { throw WebDomainsError(.userInformation) }
    let (host, port) = try Self.splitAuthority(authority)
    self.scheme = scheme
    self.host = host
    self.port = port == scheme.defaultPort ? nil : port
  }

  /// The origin's serialisation (HTML standard, "serialization of an origin").
  public var description: String {
    "\(scheme.rawValue)://\(host.serialized)" + (port.map { ":\($0)" } ?? "")
  }

  /// The port in use, explicit or not.
  public var effectivePort: UInt16 { port ?? scheme.defaultPort }

  /// Whether the origin may use credentials: `https`, or `http` to this machine.
  public var isPotentiallyTrustworthy: Bool {
    scheme == .https || host.isLoopback
  }

  /// Returns whether both belong to the same site: same scheme and same registrable domain, or same host if there is none.
  public func isSameSite(as other: Origin) -> Bool {
    guard scheme == other.scheme else { return false }
    if host == other.host { return true }
    guard let domain = RegistrableDomain(of: host) else { return false }
    return domain == RegistrableDomain(of: other.host)
  }

  /// Splits `host[:port]`, taking the colons of an IPv6 address into account.
  static func splitAuthority(_ authority: Substring) throws(WebDomainsError) -> (WebHost, UInt16?) {
    let hostEnd = authority.hasPrefix("[") ? authority.firstIndex(of: "]").map(authority.index(after:)) : authority.firstIndex(of: ":")
    let host = try WebHost(parsing: authority[..<(hostEnd ?? authority.endIndex)])
    let rest = authority[(hostEnd ?? authority.endIndex)...]
    if rest.isEmpty { return (host, nil) }
    let digits = rest.dropFirst()
    guard rest.hasPrefix(":"), let port = UInt16(digits), port > 0, String(port) == digits else {
      throw WebDomainsError(.invalidPort)
    }
    return (host, port)
  }
}
