// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Where the server listens: an address and a port behind the last colon, an IPv6 address in brackets.
struct ListenAddress: Hashable {
  let host: String
  let port: Int

  /// Reads `127.0.0.1:8787` or `[::1]:8787`, else nil.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.host = String(host)
    self.port = Int(port)
  }
}

/// The form of an origin that logins are signed for: every device has to write it the same.
enum ServerOrigin {
  /// Whether a text is `https://host[:port]`, or `http` for this machine alone, in lower case and without anything behind.
  static func isOrigin(_ text: String) -> Bool {
    let isLocal = ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { text == $0 || text.hasPrefix($0 + ":") }
    guard text.hasPrefix("https://") || isLocal else { return false }
    let rest = text[text.index(text.startIndex, offsetBy: text.hasPrefix("https://") ? 8 : 7)...]
    guard let address = ListenAddress(rest.contains(":") && !rest.hasSuffix("]") ? String(rest) : rest + ":1") else { return false }
    let allowed = "abcdefghijklmnopqrstuvwxyz0123456789.-:"
    return address.port > 0 && address.host.allSatisfy(allowed.contains) && !rest.hasSuffix(":443")
  }
}
