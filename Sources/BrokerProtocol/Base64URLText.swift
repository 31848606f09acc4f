// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Base64url encoding without padding (RFC 4648 §5), only in canonical form: two texts never encode the same bytes.
package enum Base64URLText {
  /// Encodes bytes.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    String(Data(bytes).base64EncodedString().compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
  }

  /// Decodes a text.
  ///
  /// - Returns: The bytes, or nil for any text that ``text(of:)`` would not return, such as one with padding or non-zero trailing bits.
  package static func bytes(of text: String) -> [UInt8]? {
    guard text.utf8.count % 4 != 1 else { return nil }
    let padded =
      String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: padded) else { return nil }
    let bytes = [UInt8](data)
    return Self.text(of: bytes) == text ? bytes : nil
  }

  /// Decodes a text of exactly `byteCount` bytes.
  ///
  /// - Returns: The bytes, or nil for any other text. The length is compared before anything is decoded.
  package static func bytes(of text: String, byteCount: Int) -> [UInt8]? {
    guard text.utf8.count == (byteCount * 4 + 2) / 3 else { return nil }
    return bytes(of: text)
  }
}
