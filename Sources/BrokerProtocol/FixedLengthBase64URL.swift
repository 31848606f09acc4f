// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Bytes as base64url without padding (RFC 4648 §5), in the one form that encoding gives.
package enum FixedLengthBase64URL {
  /// Encodes bytes.
  package static func text(of bytes: [UInt8]) -> String {
    String(Data(bytes).base64EncodedString().compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
  }

  /// Decodes a text of exactly `byteCount` bytes; nil for any other text.
  package static func bytes(of text: String, byteCount: Int) -> [UInt8]? {
    // The length first, so that what a stranger sends is not decoded only to be thrown away.
    guard text.utf8.count == (byteCount * 4 + 2) / 3 else { return nil }
    let usual = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    guard let data = Data(base64Encoded: usual + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)) else { return nil }
    let bytes = [UInt8](data)
    return Self.text(of: bytes) == text ? bytes : nil
  }
}
