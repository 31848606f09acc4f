// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The textual encoding of keys, RFC 7468.
enum PEMText {
  private static let first = Array("-----BEGIN PRIVATE KEY-----\n".utf8)
  private static let last = Array("-----END PRIVATE KEY-----\n".utf8)
  private static let lineLength = 64

  /// PKCS #8 in DER as text (§10).
  static func privateKey(_ der: SharedSecret) -> SharedSecret {
    let text = Base64URL.text(of: der)
    return text.withBytes { characters in
      let padded = (characters.count + 3) / 4 * 4
      let lines = (padded + lineLength - 1) / lineLength
      var pem = SecretBytes(byteCount: first.count + padded + lines + last.count)
      pem.withMutableBytes { target in
        var place = 0
        func put(_ byte: UInt8) {
          target[place] = byte
          place += 1
        }
        first.forEach(put)
        for index in 0..<padded {
          // §2 has the alphabet of RFC 4648 §4.
          switch index < characters.count ? characters[index] : UInt8(ascii: "=") {
          case UInt8(ascii: "-"): put(UInt8(ascii: "+"))
          case UInt8(ascii: "_"): put(UInt8(ascii: "/"))
          case let byte: put(byte)
          }
          if index % lineLength == lineLength - 1 || index == padded - 1 { put(0x0A) }
        }
        last.forEach(put)
      }
      return SharedSecret(pem)
    }
  }
}
