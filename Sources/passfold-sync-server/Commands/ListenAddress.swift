// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The server's listening address: an address and a port after the last colon, with brackets for IPv6.
struct ListenAddress: Hashable {
  let host: String
  let port: Int

  /// Reads `127.0.0.1:8787` or `[::1]:8787`; nil for anything else.
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

/// The form of an origin for which logins are signed. Every device has to write it in the same way.
enum ServerOrigin {
  /// Whether a text is `https://host[:port]`, or `http` only for this machine, in lower case and without anything after it.
  static func isOrigin(_ text: String) -> Bool {
    let isLocal = ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { text == $0 || text.hasPrefix($0 + ":") }
    guard text.hasPrefix("https://") || isLocal else { return false }
    let rest = text[text.index(text.startIndex, offsetBy: text.hasPrefix("https://") ? 8 : 7)...]
    guard let address = ListenAddress(rest.contains(":") && !rest.hasSuffix("]") ? String(rest) : rest + ":1") else { return false }
    let allowed = "abcdefghijklmnopqrstuvwxyz0123456789.-:"
    return address.port > 0 && address.host.allSatisfy(allowed.contains) && !rest.hasSuffix(":443")
  }
}
