// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import GRDB
import WebAuthnModel

/// A nonexistent credential, included in the options for user names without passkeys. It is always the same for the same name.
///
/// Without it, typing a name into the sign-in page would reveal whether an account with passkeys exists (WebAuthn L3 §14.6.2).
struct DecoyCredential: Sendable {
  private let key: SymmetricKey

  /// Loads the site's key for decoys, which is generated on the first start.
  init(database: any DatabaseWriter, environment: SiteEnvironment) async throws {
    let fresh = Data(environment.randomBytes(32))
    let bytes = try await database.write { database in
      try database.execute(sql: "INSERT INTO site_secret VALUES ('decoy', ?) ON CONFLICT DO NOTHING", arguments: [fresh])
      return try Data.fetchOne(database, sql: "SELECT value FROM site_secret WHERE name = 'decoy'")
    }
    key = SymmetricKey(data: bytes ?? fresh)
  }

  /// Returns the descriptor for a user name, ignoring case.
  func descriptor(forUserName name: String) -> PublicKeyCredentialDescriptorJSON? {
    let name = name.trimmingCharacters(in: .whitespaces).lowercased()
    return CredentialID(HMAC<SHA256>.authenticationCode(for: Array(name.utf8), using: key).prefix(20)).map {
      PublicKeyCredentialDescriptorJSON(id: $0, transports: ["hybrid", "internal"])
    }
  }
}
