// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The network for counting requests.
enum ClientNetwork {
  /// Returns an IPv4 address as it is, and an IPv6 address as its /64, since one household has 2^64 addresses and could use a new one for
  /// each attempt.
  static func name(of address: String) -> String {
    var parsed = in6_addr()
    let plain = String(address.prefix { $0 != "%" })
    guard inet_pton(AF_INET6, plain, &parsed) == 1 else { return plain }
    let bytes = withUnsafeBytes(of: parsed) { Array($0) }
    // IPv4 in the form of a dual-stack socket (RFC 4291 §2.5.5.2).
    if bytes.prefix(12) == Array(repeating: 0, count: 10) + [0xff, 0xff] {
      return bytes.suffix(4).map(String.init).joined(separator: ".")
    }
    return stride(from: 0, to: 8, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
  }

  /// Returns the last address of an `X-Forwarded-For` header, which the nearest web server wrote and clients cannot forge.
  static func forwarded(_ header: String?) -> String? {
    guard let last = header?.split(separator: ",").last else { return nil }
    return name(of: String(last.drop { $0 == " " }.prefix { $0 != " " }))
  }
}
