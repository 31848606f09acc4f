// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The HTML escapes that some programs leave in their tables: `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&#39;`.
enum HTMLEscapes {
  private static let escapes: [(text: [UInt8], meant: UInt8)] = [
    (Array("&amp;".utf8), UInt8(ascii: "&")), (Array("&lt;".utf8), UInt8(ascii: "<")), (Array("&gt;".utf8), UInt8(ascii: ">")),
    (Array("&quot;".utf8), UInt8(ascii: "\"")), (Array("&#39;".utf8), UInt8(ascii: "'")), (Array("&#039;".utf8), UInt8(ascii: "'")),
  ]

  /// Whether a file uses escapes throughout: it contains some, and no character that would have been escaped.
  static func areUsed(in bytes: UnsafeRawBufferPointer) -> Bool {
    var isUsed = false
    for place in bytes.indices {
      switch bytes[place] {
      case UInt8(ascii: "<"), UInt8(ascii: ">"): return false
      case UInt8(ascii: "&"):
        guard escape(at: place, in: bytes) != nil else { return false }
        isUsed = true
      default: break
      }
    }
    return isUsed
  }

  static func decode(_ secret: SharedSecret) -> SharedSecret {
    secret.withBytes { bytes in
      var count = 0
      decode(bytes) { _ in count += 1 }
      var decoded = SecretBytes(byteCount: count)
      decoded.withMutableBytes { target in
        var place = 0
        decode(bytes) { byte in
          target[place] = byte
          place += 1
        }
      }
      return SharedSecret(decoded)
    }
  }

  private static func decode(_ bytes: UnsafeRawBufferPointer, _ body: (UInt8) -> Void) {
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "&"), let escape = escape(at: place, in: bytes) {
        body(escape.meant)
        place += escape.text.count
      } else {
        body(bytes[place])
        place += 1
      }
    }
  }

  private static func escape(at place: Int, in bytes: UnsafeRawBufferPointer) -> (text: [UInt8], meant: UInt8)? {
    escapes.first { bytes[place...].starts(with: $0.text) }
  }
}
