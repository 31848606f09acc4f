// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SecretMemory

/// What the secret of a web login says, as the program that wrote it means it.
package struct ItemContent: Sendable {
  /// The password.
  package let password: SharedSecret
  /// The user; nil where the attributes tell it, or nobody does.
  package let user: String?

  /// The most bytes of a password.
  private static let limit = 4096

  /// Reads a secret.
  ///
  /// - Throws: `noPassword` for one that has none, or one that is no text.
  package init(_ secret: SharedSecret, of login: WebLogin) throws(SecretServiceError) {
    let found = secret.withBytes { bytes -> (SharedSecret, String?)? in
      switch login.origin {
      // git keeps when a password ends and how to renew it on lines of their own.
      case .git: return (SharedSecret(copying: bytes.prefix { $0 != UInt8(ascii: "\n") }), nil)
      case .kwallet: return Self.password(ofForm: Self.json(bytes))
      case .kwallet5: return Self.password(ofForm: WalletMap.read(bytes))
      case .chrome, .gnomeWeb, .keepassxc, .network: return (SharedSecret(copying: bytes), nil)
      }
    }
    guard let (password, user) = found,
      password.withBytes({ !$0.isEmpty && $0.count <= Self.limit && !$0.contains(0) && String(validating: $0, as: UTF8.self) != nil })
    else { throw SecretServiceError(.noPassword) }
    self.password = password
    self.user = user
  }

  /// The fields of a form by their names, in JSON.
  private static func json(_ bytes: UnsafeRawBufferPointer) -> [String: String]? {
    guard bytes.count <= 64 * 1024, let start = bytes.baseAddress else { return nil }
    let data = Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count, deallocator: .none)
    return try? JSONDecoder().decode([String: String].self, from: data)
  }

  /// Which field is the password is told by the names alone, so two that might be are none.
  private static func password(ofForm fields: [String: String]?) -> (SharedSecret, String?)? {
    guard let fields else { return nil }
    func names(_ words: [String]) -> [String] {
      fields.keys.filter { name in words.contains { name.lowercased().contains($0) } }.sorted()
    }
    let passwords = names(["pass", "pwd"])
    guard passwords.count == 1, let password = passwords.first.flatMap({ fields[$0] }) else { return nil }
    let user = names(["user", "login", "mail"]).first { !passwords.contains($0) }.flatMap { fields[$0] }
    return (SharedSecret(copying: password.utf8), user)
  }
}
