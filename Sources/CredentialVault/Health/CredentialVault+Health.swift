// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import CredentialModel
import struct Crypto.HMAC
import struct Crypto.SHA256
import struct Crypto.SymmetricKey
import FoundationEssentials
package import SecretMemory
import SyncModel

extension CredentialVault {
  /// The length of a password's likeness in bytes: enough that two of 100 000 passwords do not collide.
  private static let likenessByteCount = 12

  /// The path where the user can put a list of breached passwords.
  package var placeOfBreachedPasswords: String { folder.breachedPasswords }

  /// Opens the list of breached passwords; nil if the user has put none into the vault's folder.
  /// - Throws: `unsafeLocation` for a symbolic link and anything else that is not a file, and file-system errors.
  package func breachedPasswords() throws(CredentialVaultError) -> BreachedPasswords? {
    try BreachedPasswords(at: folder.breachedPasswords)
  }

  /// Evaluates one password; takes about a millisecond.
  ///
  /// - Parameters:
  ///   - key: A random key, the same for all passwords to be compared.
  ///   - breached: The list in which to look up the password.
  /// - Throws: `locked`, `noSuchRecord`, `writeOnce` for a record of another kind, `recordOutdated`, `recordTooNew`, `recordDamaged`, and
  ///   storage errors.
  package func passwordHealth(
    of summary: CredentialSummary, likenessKey key: SharedSecret, breached: BreachedPasswords?
  ) throws(CredentialVaultError) -> PasswordHealth {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      let (body, _) = try stored(summary.id, unlocked)
      guard case .password(let record) = try body.record(summary.id), let field = body.fields[RecordFields.secret] else {
        throw CredentialVaultError(.writeOnce)
      }
      let password = record.password.copy()
      return PasswordHealth(
        summary: summary, bits: PassphraseStrength(of: password).bits,
        changed: RecordBody.date(HybridClock.milliseconds(of: field.stamp.time)),
        likeness: Self.likeness(of: password, key: key), isBreached: breached?.contains(password))
    }
  }

  private static func likeness(of password: borrowing SecretBytes, key: SharedSecret) -> [UInt8] {
    let key = key.withBytes { SymmetricKey(data: $0) }
    let code = password.withBytes { HMAC<SHA256>.authenticationCode(for: $0, using: key) }
    return Array(code.prefix(likenessByteCount))
  }
}
