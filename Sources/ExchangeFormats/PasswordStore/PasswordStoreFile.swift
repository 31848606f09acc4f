// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A file that gopass keeps as an entry: in Base64, behind the headers that MIME has for it (RFC 2045 §6, RFC 2183 §2).
struct PasswordStoreFile {
  private static let (encoding, disposition) = ("content-transfer-encoding", "content-disposition")

  /// What the file is called; nil where the headers do not say it.
  let name: String?
  /// Its bytes.
  let content: SharedSecret

  /// Takes the file out of an entry's text; nil where there is none.
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

  /// Whether a key is one of the headers that say how the file is kept.
  static func isHeader(_ key: String) -> Bool { [encoding, disposition].contains(key.lowercased()) }
}
