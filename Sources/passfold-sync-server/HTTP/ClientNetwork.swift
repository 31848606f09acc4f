// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The network that requests are counted by.
enum ClientNetwork {
  /// An IPv4 address as it is; of an IPv6 address the /64, since one household has 2^64 addresses and could take a new one for each try.
  static func name(of address: String) -> String {
    var parsed = in6_addr()
    let plain = String(address.prefix { $0 != "%" })
    guard inet_pton(AF_INET6, plain, &parsed) == 1 else { return plain }
    let bytes = withUnsafeBytes(of: parsed) { Array($0) }
    // IPv4 as a socket for both kinds writes it (RFC 4291 §2.5.5.2).
    if bytes.prefix(12) == Array(repeating: 0, count: 10) + [0xff, 0xff] {
      return bytes.suffix(4).map(String.init).joined(separator: ".")
    }
    return stride(from: 0, to: 8, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
  }

  /// The last address of an `X-Forwarded-For` header: the one that the nearest web server wrote, and no client can.
  static func forwarded(_ header: String?) -> String? {
    guard let last = header?.split(separator: ",").last else { return nil }
    return name(of: String(last.drop { $0 == " " }.prefix { $0 != " " }))
  }
}
