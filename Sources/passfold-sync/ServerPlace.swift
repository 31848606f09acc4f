// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A server's origin as named by a task: scheme, host and port, and nothing after them.
package struct ServerPlace: Hashable, Sendable {
  /// Scheme, host and port as in a URL.
  package let origin: String
  /// The host; an IPv6 address without its brackets.
  package let host: String
  /// Whether the server is used without TLS, which only developers' own servers are.
  package let isPlain: Bool

  /// Reads an origin: `https` with any host, and `http` only with this computer if a developer allows it.
  package init?(_ text: String, isDeveloper: Bool) {
    let plain = "http://"
    let secure = "https://"
    isPlain = text.hasPrefix(plain)
    guard isPlain || text.hasPrefix(secure), text.utf8.count <= 300 else { return nil }
    let authority = text.dropFirst(isPlain ? plain.count : secure.count)
    let host: Substring
    let port: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[..<end].dropFirst()
      port = authority[authority.index(after: end)...]
      guard host.contains(":"), host.utf8.allSatisfy({ Self.isHexadecimal($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
      else { return nil }
    } else {
      host = authority.prefix { $0 != ":" }
      port = authority[host.endIndex...]
      guard !host.isEmpty, host.utf8.allSatisfy({ Self.isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }) else {
        return nil
      }
    }
    if !port.isEmpty {
      guard port.hasPrefix(":"), let number = UInt16(port.dropFirst()), number > 0, port.dropFirst().utf8.allSatisfy(Self.isDigit) else {
        return nil
      }
    }
    guard !isPlain || (isDeveloper && ["127.0.0.1", "::1", "localhost"].contains(host)) else { return nil }
    origin = text
    self.host = String(host)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte) }
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x7A).contains(byte) }
}
