// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A tuple origin of the web: scheme, host and port (HTML standard, "origin").
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// The schemes whose origins may ask for credentials.
  public enum Scheme: String, Sendable {
    /// TLS.
    case https
    /// Clear text, trusted on this machine only.
    case http

    /// The port that an origin of this scheme leaves out.
    public var defaultPort: UInt16 { self == .https ? 443 : 80 }
  }

  /// The origin's scheme.
  public let scheme: Scheme
  /// The origin's host.
  public let host: WebHost
  /// The port, or nil for the scheme's default.
  public let port: UInt16?

  /// Reads a serialised origin, such as a browser vouches for: `https://login.shop.example`, `http://localhost:8080`.
  /// - Throws: `opaqueOrigin` for `null`; any other code for a text that is not exactly the serialisation of its origin.
  public init(parsing text: String) throws(WebDomainsError) {
    if text == "null" { throw WebDomainsError(.opaqueOrigin) }
    let origin = try Origin(url: text)
    // One origin has one serialisation: a path, a default port or a capital letter means that the text is something else.
    guard origin.description == text else { throw WebDomainsError(.notAnOrigin) }
    self = origin
  }

  /// Takes the origin of an absolute URL; path, query and fragment play no part.
  /// - Throws: a code for a scheme without a tuple origin, for user information, and for hosts and ports in unusual spellings.
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

  /// The port in use, whether it is written or not.
  public var effectivePort: UInt16 { port ?? scheme.defaultPort }

  /// Whether the origin may use credentials at all: `https`, or `http` to this machine.
  public var isPotentiallyTrustworthy: Bool {
    scheme == .https || host.isLoopback
  }

  /// Whether both belong to one site: same scheme and same registrable domain, or same host where there is none.
  public func isSameSite(as other: Origin) -> Bool {
    guard scheme == other.scheme else { return false }
    if host == other.host { return true }
    guard let domain = RegistrableDomain(of: host) else { return false }
    return domain == RegistrableDomain(of: other.host)
  }

  /// Splits `host[:port]`, minding the colons of an IPv6 address.
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
