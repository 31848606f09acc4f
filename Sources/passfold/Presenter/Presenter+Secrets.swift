// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory
package import VaultProtocol

/// The output that contains a secret.
extension Presenter {
  /// A password, note or field value: on its own line, or in JSON as the named member of its owner.
  package func revealed(_ entry: VaultEntry, _ secret: SharedSecret, as member: String = "password") -> [OutputPiece] {
    guard format == .json else { return [.secret(secret), .text("\n")] }
    let members = json(entry).dropLast(2)
    return [.text(members + ",\"\(member)\":\""), .secret(Self.escaped(secret)), .text("\"}\n")]
  }

  /// In JSON, the owner of a secret that went to the clipboard instead; in text nothing, because a script expects no result.
  package func copied(_ owner: some Encodable) -> String { format == .json ? json(owner) : "" }

  /// A secret escaped for a JSON string (RFC 8259 §7).
  private static func escaped(_ secret: SharedSecret) -> SharedSecret {
    secret.withBytes { bytes in
      // At most six characters per byte.
      var text = SecretBytes(byteCount: max(1, bytes.count * 6))
      var count = 0
      text.withMutableBytes { text in
        func put(_ byte: UInt8) {
          text[count] = byte
          count += 1
        }
        for byte in bytes {
          switch byte {
          case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            put(UInt8(ascii: "\\"))
            put(byte)
          case 0..<0x20:
            for escape in "\\u00".utf8 { put(escape) }
            for digit in [byte >> 4, byte & 0xF] { put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit) }
          default: put(byte)
          }
        }
      }
      return text.withBytes { SharedSecret(copying: $0.prefix(count)) }
    }
  }
}
