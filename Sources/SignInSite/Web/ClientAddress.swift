// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The visitor's network, by which attempts are counted.
package enum ClientAddress {
  /// Returns an IPv4 address unchanged. For an IPv6 address, returns the /64, because one household has 2^64 addresses and could use a new
  /// one for each attempt.
  package static func network(of text: String) -> String {
    var address = in6_addr()
    let plain = String(text.prefix { $0 != "%" })
    guard inet_pton(AF_INET6, plain, &address) == 1 else { return plain }
    let bytes = withUnsafeBytes(of: address) { Array($0) }
    // IPv4 as a dual-stack socket reports it (RFC 4291 §2.5.5.2).
    if bytes.prefix(12) == Array(repeating: 0, count: 10) + [0xff, 0xff] {
      return bytes.suffix(4).map(String.init).joined(separator: ".")
    }
    let groups = stride(from: 0, to: 8, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
    return groups.joined(separator: ":") + "::/64"
  }
}
