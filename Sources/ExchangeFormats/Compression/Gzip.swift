// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CZlib
import CredentialExchange
import SecretMemory

/// The file format gzip (RFC 1952), from memory into secret memory.
enum Gzip {
  /// Returns the maximum unpacked size for a file: 64 MiB plus 16 times its length, but at most 512 MiB.
  static func mostBytes(from count: Int) -> Int { min(512 << 20, 64 << 20 + min(count, 1 << 26) * 16) }

  /// Unpacks a file; anything after its end is ignored.
  ///
  /// - Throws: `malformed`; `overBounds` for more than `most` bytes.
  static func unpack(_ packed: UnsafeRawBufferPointer, atMost most: Int) throws(CredentialExchangeError) -> SecretBuilder {
    guard packed.count >= 18 else { throw CredentialExchangeError(.malformed) }
    // RFC 1952 §2.3.1: the last four bytes give the unpacked length. It is trusted only as far as it is possible (Deflate expands at most
    // 1032-fold).
    let said = Int(UInt32(littleEndian: packed.loadUnaligned(fromByteOffset: packed.count - 4, as: UInt32.self)))
    return try Inflation.unpack(packed, in: .gzip, atMost: most, expected: min(said, packed.count * 1032))
  }

  /// Packs bytes.
  static func pack(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> SecretBuilder {
    guard let count = UInt32(exactly: bytes.count) else { throw CredentialExchangeError(.overBounds) }
    var stream = z_stream()
    let started = deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { throw CredentialExchangeError(.overBounds) }
    defer { deflateEnd(&stream) }
    var packed = SecretBuilder(capacity: Int(deflateBound(&stream, UInt(bytes.count))))
    stream.next_in = UnsafeMutablePointer(mutating: bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
    stream.avail_in = count
    var status = Z_OK
    while status == Z_OK {
      packed.append(count: 1 << 20) { target in
        stream.next_out = target.assumingMemoryBound(to: UInt8.self).baseAddress
        stream.avail_out = UInt32(target.count)
        status = deflate(&stream, Z_FINISH)
      }
      packed.removeLast(Int(stream.avail_out))
    }
    guard status == Z_STREAM_END else { throw CredentialExchangeError(.overBounds) }
    return packed
  }
}
