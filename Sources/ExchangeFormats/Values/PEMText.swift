// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The textual encoding of keys (RFC 7468).
enum PEMText {
  private static let lineLength = 64

  /// Returns the text for a PKCS #8 key in DER (§10).
  static func privateKey(_ der: SharedSecret) -> SharedSecret {
    let characters = Base64Text.text(of: der)
    var pem = SecretBuilder(capacity: characters.byteCount + characters.byteCount / lineLength + 64)
    pem.append("-----BEGIN PRIVATE KEY-----\n")
    characters.withBytes { characters in
      for start in stride(from: 0, to: characters.count, by: lineLength) {
        pem.append(UnsafeRawBufferPointer(rebasing: characters[start..<min(start + lineLength, characters.count)]))
        pem.append("\n")
      }
    }
    pem.append("-----END PRIVATE KEY-----\n")
    return pem.secret()
  }
}
