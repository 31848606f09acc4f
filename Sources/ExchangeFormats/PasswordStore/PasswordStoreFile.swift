// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A file that gopass stores as an entry: Base64 after MIME headers (RFC 2045 §6, RFC 2183 §2).
struct PasswordStoreFile {
  private static let (encoding, disposition) = ("content-transfer-encoding", "content-disposition")

  /// The file's name; nil if the headers do not contain it.
  let name: String?
  /// The file's bytes.
  let content: SharedSecret

  /// Extracts the file from an entry's text; nil if there is none.
  init?(_ text: PasswordStoreText) {
    func header(_ name: String) -> String? {
      text.pairs.first { $0.key.lowercased() == name }?.value.withBytes { String(decoding: $0, as: UTF8.self) }
    }
    guard header(Self.encoding)?.lowercased() == "base64", let content = text.remark?.withBytes({ Base64Text.shared($0) }) else {
      return nil
    }
    self.content = content
    let named = header(Self.disposition)?.split(separator: "filename=", maxSplits: 1).dropFirst().first
    name = named.map { $0.filter { $0 != "\"" } }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a key is one of the file's MIME headers.
  static func isHeader(_ key: String) -> Bool { [encoding, disposition].contains(key.lowercased()) }
}
