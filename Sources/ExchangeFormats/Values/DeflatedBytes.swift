// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CZlib
import SecretMemory

/// Raw Deflate data (RFC 1951), which CTAP 2.2 §6.10.3 uses for large blobs.
enum DeflatedBytes {
  /// Returns the unpacked bytes; nil if their number differs from `byteCount`.
  static func inflated(_ packed: SharedSecret, byteCount: Int) -> SharedSecret? {
    guard byteCount >= 0 else { return nil }
    var stream = z_stream()
    // A negative window size: no header and no checksum.
    guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    // One extra byte reveals data that is too long.
    guard let (bytes, count) = run(&stream, packed, room: byteCount + 1, inflate), count == byteCount else { return nil }
    return bytes.withBytes { SharedSecret(copying: $0[..<byteCount]) }
  }

  /// Returns the packed bytes.
  static func deflated(_ bytes: SharedSecret) -> SharedSecret? {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, uLong(bytes.byteCount)))
    guard let (packed, count) = run(&stream, bytes, room: room, deflate) else { return nil }
    return packed.withBytes { SharedSecret(copying: $0[..<count]) }
  }

  private static func run(
    _ stream: inout z_stream, _ source: SharedSecret, room: Int, _ step: (z_streamp?, Int32) -> Int32
  ) -> (bytes: SharedSecret, count: Int)? {
    guard let available = UInt32(exactly: source.byteCount), let space = UInt32(exactly: room) else { return nil }
    var target = SecretBytes(byteCount: room)
    let isDone = source.withBytes { source in
      target.withMutableBytes { target in
        stream.next_in = UnsafeMutablePointer(mutating: source.assumingMemoryBound(to: UInt8.self).baseAddress)
        stream.avail_in = available
        stream.next_out = target.assumingMemoryBound(to: UInt8.self).baseAddress
        stream.avail_out = space
        return step(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
      }
    }
    return isDone ? (SharedSecret(target), room - Int(stream.avail_out)) : nil
  }
}
