// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CZlib
import CredentialExchange
import SecretMemory

/// Unpacks Deflate data (RFC 1951), in any container, from memory into secret memory.
enum Inflation {
  /// The container around the packed bytes.
  enum Frame {
    case nothing, zlib, gzip

    // zlib's numbers for the largest window in each container.
    fileprivate var windowBits: Int32 {
      switch self {
      case .nothing: -MAX_WBITS
      case .zlib: MAX_WBITS
      case .gzip: MAX_WBITS + 16
      }
    }
  }

  /// Unpacks bytes; anything after the end is ignored.
  ///
  /// - Parameter expected: The initial estimate of the unpacked size.
  /// - Throws: `malformed`; `overBounds` for more than `most` bytes.
  static func unpack(
    _ packed: UnsafeRawBufferPointer, in frame: Frame, atMost most: Int, expected: Int = 1 << 16
  ) throws(CredentialExchangeError) -> SecretBuilder {
    guard let count = UInt32(exactly: packed.count) else { throw CredentialExchangeError(.malformed) }
    var unpacked = SecretBuilder(capacity: min(expected, most) + 1)
    var stream = z_stream()
    guard inflateInit2_(&stream, frame.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw CredentialExchangeError(.overBounds)
    }
    defer { inflateEnd(&stream) }
    stream.next_in = UnsafeMutablePointer(mutating: packed.assumingMemoryBound(to: UInt8.self).baseAddress)
    stream.avail_in = count
    var status = Z_OK
    while status != Z_STREAM_END {
      let left = most - unpacked.count
      let room = min(left + 1, 1 << 20)
      unpacked.append(count: room) { target in
        stream.next_out = target.assumingMemoryBound(to: UInt8.self).baseAddress
        stream.avail_out = UInt32(target.count)
        status = inflate(&stream, Z_NO_FLUSH)
      }
      let unused = Int(stream.avail_out)
      unpacked.removeLast(unused)
      guard unpacked.count <= most else { throw CredentialExchangeError(.overBounds) }
      guard status == Z_STREAM_END || status == Z_OK && unused < room else { throw CredentialExchangeError(.malformed) }
    }
    return unpacked
  }
}
