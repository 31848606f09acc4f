// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The addresses of this machine's interfaces. Each leads to services on this machine, even if it is a public address.
package struct OwnAddresses: Sendable {
  private let addresses: Set<[UInt8]>

  /// Creates a set from addresses of 4 or 16 bytes.
  package init(_ addresses: some Sequence<[UInt8]>) { self.addresses = Set(addresses) }

  /// Returns the interfaces' current addresses; nil if the kernel does not report them.
  static func ofThisMachine() -> OwnAddresses? {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0, let list else { return nil }
    defer { freeifaddrs(list) }
    return OwnAddresses(
      sequence(first: list, next: { $0.pointee.ifa_next }).compactMap { entry in
        entry.pointee.ifa_addr.flatMap { InternetAddress.bytes(of: $0) }
      })
  }

  /// Returns whether the 4 or 16 bytes of an address lead to this machine, directly or as IPv4 inside IPv6.
  package func contain(_ bytes: [UInt8]) -> Bool {
    InternetAddress.destinations(of: bytes).contains { addresses.contains($0) }
  }

  /// Returns whether a connected socket has the same address at both ends.
  ///
  /// The kernel chooses the addresses in this way for everything that it delivers to this machine, including a whole network that is routed
  /// to it but not assigned to an interface.
  static func hasBothEnds(of descriptor: CInt) -> Bool {
    let ends = [getsockname, getpeername].map { name -> [UInt8]? in
      var storage = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      return withUnsafeMutablePointer(to: &storage) { storage in
        storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          name(descriptor, address, &size) == 0 ? InternetAddress.bytes(of: address) : nil
        }
      }
    }
    guard let near = ends[0], let far = ends[1] else { return true }
    return near == far
  }
}

extension InternetAddress {
  /// Returns the 4 or 16 bytes of a socket's address; nil for a family other than the Internet's.
  static func bytes(of address: UnsafePointer<sockaddr>) -> [UInt8]? {
    switch CInt(address.pointee.sa_family) {
    case AF_INET: Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + 4, count: 4))
    case AF_INET6: Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + 8, count: 16))
    default: nil
    }
  }

  /// Returns the address and, for IPv6 addresses that contain IPv4 addresses, those too.
  ///
  /// The forms are IPv4-mapped and IPv4-compatible (RFC 4291 §2.5.5), the translators' well-known prefix (RFC 6052), 6to4 (RFC 3056) and
  /// Teredo, which contains its server's address and, with all bits inverted, its client's (RFC 4380 §4).
  package static func destinations(of bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count == 16 else { return [bytes] }
    let last = Array(bytes[12...])
    if bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xff, 0xff]) || bytes.starts(with: [UInt8](repeating: 0, count: 12))
      || bytes.starts(with: [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0])
    {
      return [bytes, last]
    }
    if bytes.starts(with: [0x20, 0x02]) { return [bytes, Array(bytes[2..<6])] }
    if bytes.starts(with: [0x20, 0x01, 0, 0]) { return [bytes, Array(bytes[4..<8]), last.map { ~$0 }] }
    return [bytes]
  }
}
