// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An address of a host, with the port to connect to.
package struct InternetAddress: Sendable {
  /// The address in network byte order: 4 or 16 bytes.
  package let bytes: [UInt8]
  /// The numeric address, as written in a URL's host.
  let text: String
  private let storage: [UInt8]
  let family: CInt

  /// Creates an address from a resolver's result; nil for a family other than the Internet's.
  init?(_ info: addrinfo) {
    guard let address = info.ai_addr else { return nil }
    storage = Array(UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))
    family = info.ai_family
    let numbers: UnsafeRawBufferPointer
    switch family {
    case AF_INET where storage.count >= MemoryLayout<sockaddr_in>.size:
      numbers = UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + 4, count: 4)
    case AF_INET6 where storage.count >= MemoryLayout<sockaddr_in6>.size:
      numbers = UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + 8, count: 16)
    default:
      return nil
    }
    bytes = Array(numbers)
    let characters = [CChar](unsafeUninitializedCapacity: Int(INET6_ADDRSTRLEN)) { buffer, count in
      count = inet_ntop(info.ai_family, numbers.baseAddress, buffer.baseAddress, socklen_t(buffer.count)) == nil ? 0 : buffer.count
    }
    let number = String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    text = family == AF_INET6 ? "[\(number)]" : number
  }

  /// Gives access to the address in the form for `connect`.
  func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result? {
    storage.withUnsafeBytes { bytes in
      bytes.baseAddress.map { body($0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) }
    }
  }

  /// Whether the address is public, according to the registries of special-purpose addresses (RFC 6890 and its updates).
  package var isPublic: Bool { Self.isPublic(bytes) }

  /// Returns whether the 4 or 16 bytes of an address are public.
  package static func isPublic(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 4: !reserved.contains { $0.contains(bytes) }
    // IPv4 in IPv6: the IPv4 address decides.
    case 16 where mapped.contains { $0.contains(bytes) }: isPublic(Array(bytes[12...]))
    case 16: global.contains(bytes) && !reserved.contains { $0.contains(bytes) }
    default: false
    }
  }

  /// A range of addresses: its first bytes and the number of significant bits.
  private struct Block {
    let bytes: [UInt8]
    let length: Int
    let bits: Int

    init(_ bytes: [UInt8], of length: Int = 4, bits: Int) {
      self.bytes = bytes
      self.length = length
      self.bits = bits
    }

    func contains(_ address: [UInt8]) -> Bool {
      guard address.count == length else { return false }
      return (0..<bits).allSatisfy { bit in
        let mask = UInt8(0x80) >> UInt8(bit % 8)
        let byte = bit / 8 < bytes.count ? bytes[bit / 8] : 0
        return address[bit / 8] & mask == byte & mask
      }
    }
  }

  /// The range assigned for global unicast.
  private static let global = Block([0x20], of: 16, bits: 3)

  /// `::ffff:0:0/96` and the translators' well-known prefix, `64:ff9b::/96`.
  private static let mapped = [
    Block([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], of: 16, bits: 96), Block([0, 0x64, 0xff, 0x9b], of: 16, bits: 96),
  ]

  /// In IPv4: this network, private, shared, loopback, link-local, protocol assignments, documentation, 6to4 relays, benchmarks, multicast
  /// and reserved. In the global IPv6 range: protocol assignments including Teredo, documentation, and 6to4, which may lead anywhere.
  private static let reserved = [
    Block([0], bits: 8), Block([10], bits: 8), Block([100, 64], bits: 10), Block([127], bits: 8), Block([169, 254], bits: 16),
    Block([172, 16], bits: 12), Block([192, 0, 0], bits: 24), Block([192, 0, 2], bits: 24), Block([192, 88, 99], bits: 24),
    Block([192, 168], bits: 16), Block([198, 18], bits: 15), Block([198, 51, 100], bits: 24), Block([203, 0, 113], bits: 24),
    Block([224], bits: 4), Block([240], bits: 4), Block([0x20, 0x01], of: 16, bits: 23), Block([0x20, 0x01, 0x0d, 0xb8], of: 16, bits: 32),
    Block([0x20, 0x02], of: 16, bits: 16), Block([0x3f, 0xff], of: 16, bits: 20),
  ]
}
