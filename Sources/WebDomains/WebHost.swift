// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The host of an origin: a domain in A-label form or an address.
public enum WebHost: Hashable, Sendable {
  /// A domain name: lower-case ASCII, labels of 1 to 63 bytes, at most 253 bytes, no trailing dot.
  case domain(String)
  /// An IPv4 address of four numbers.
  case ipv4(String)
  /// An IPv6 address in the shortest form, without brackets.
  case ipv6(String)

  /// Reads a host as written in a URL. Converts it to lower case and Unicode labels to A-labels.
  ///
  /// - Throws: `invalidHost` for anything that a browser would reject or rewrite, such as `127.1` or a trailing dot.
  public init(parsing text: some StringProtocol) throws(WebDomainsError) {
    if text.hasPrefix("["), text.hasSuffix("]"), let address = IPv6Address(String(text.dropFirst().dropLast())) {
      self = .ipv6(address.description)
      return
    }
    guard let name = DomainNameEncoding.ascii(String(text)), Self.isDomainName(name) else {
      throw WebDomainsError(.invalidHost)
    }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    // A host whose last label is a number is an IPv4 address or invalid (URL standard, "ends in a number").
    guard let last = labels.last, Self.isNumber(last) else {
      self = .domain(name)
      return
    }
    guard labels.count == 4, labels.allSatisfy({ UInt8($0).map(String.init) == String($0) }) else {
      throw WebDomainsError(.invalidHost)
    }
    self = .ipv4(name)
  }

  /// The host as written in an origin, with brackets around an IPv6 address.
  public var serialized: String {
    switch self {
    case .domain(let name), .ipv4(let name): name
    case .ipv6(let address): "[\(address)]"
    }
  }

  /// The domain name; nil for an address.
  public var domainName: String? {
    if case .domain(let name) = self { name } else { nil }
  }

  /// Whether the host is this machine: `localhost` and names under it, 127.0.0.0/8 or ::1.
  public var isLoopback: Bool {
    switch self {
    case .domain(let name): name == "localhost" || name.hasSuffix(".localhost")
    case .ipv4(let address): address.hasPrefix("127.")
    case .ipv6(let address): address == "::1"
    }
  }

  static func isDomainName(_ name: String) -> Bool {
    guard (1...253).contains(name.utf8.count) else { return false }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(isLabelByte)
    }
  }

  private static func isLabelByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func isNumber(_ label: Substring) -> Bool {
    if label.hasPrefix("0x") { return label.dropFirst(2).allSatisfy(\.isHexDigit) }
    return label.allSatisfy { ("0"..."9").contains($0) }
  }
}
