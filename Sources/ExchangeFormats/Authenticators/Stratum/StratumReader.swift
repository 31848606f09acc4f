// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import CryptoExtras
import FoundationEssentials
import SecretMemory

import class SecretMemory.SharedSecret

/// Reads a backup of Stratum, formerly Authenticator Pro: plain, or encrypted in one of two ways.
enum StratumReader {
  // The marker of an encrypted backup: in capitals if it uses Argon2 and AES-GCM.
  private static let mark = Array("AUTHENTICATORPRO".utf8)
  private static let olderMark = Array("AuthenticatorPro".utf8)

  /// Whether bytes are an encrypted backup.
  static func isSealed(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: mark) || bytes.starts(with: olderMark) }

  static func read(_ bytes: UnsafeRawBufferPointer, keys: ImportKeys) throws(CredentialExchangeError) -> ImportedCollection {
    guard isSealed(bytes) else { return try StratumBackup.read(try JSONReader.value(of: bytes), in: bytes) }
    guard let passphrase = keys.passphrase else { throw CredentialExchangeError(.passphraseNeeded) }
    let rest = Array(bytes.dropFirst(mark.count))
    let text = bytes.starts(with: mark) ? try open(rest, passphrase) : try openOlder(rest, passphrase)
    return try text.withBytes { text throws(CredentialExchangeError) in try StratumBackup.read(try JSONReader.value(of: text), in: text) }
  }

  /// Opens a backup: 16 bytes of salt, 12 of nonce; Argon2id with 64 MiB, 3 passes and 4 lanes; AES-GCM.
  private static func open(_ bytes: [UInt8], _ passphrase: SharedSecret) throws(CredentialExchangeError) -> SharedSecret {
    guard bytes.count >= 16 + AuthenticatedAES.nonceByteCount + AuthenticatedAES.tagByteCount else {
      throw CredentialExchangeError(.malformed)
    }
    let key = try Argon2.derive(
      .id, passphrase: passphrase, salt: Array(bytes.prefix(16)), passes: 3, memoryKiB: 65_536, lanes: 4, byteCount: 32)
    return try AuthenticatedAES.open(bytes[28...], nonce: bytes[16..<28], key: key)
  }

  /// Opens a backup in the older format: 20 bytes of salt, 16 of initialisation vector; PBKDF2 with SHA-1 and 64 000 rounds; AES-CBC
  /// without authentication.
  private static func openOlder(_ bytes: [UInt8], _ passphrase: SharedSecret) throws(CredentialExchangeError) -> SharedSecret {
    guard bytes.count > 36, (bytes.count - 36) % 16 == 0 else { throw CredentialExchangeError(.malformed) }
    let key = try PasswordDerivation.pbkdf2(.sha1, passphrase: passphrase, salt: Array(bytes.prefix(20)), rounds: 64_000)
    let symmetric = key.withBytes { SymmetricKey(data: $0) }
    guard let vector = try? AES._CBC.IV(ivBytes: bytes[20..<36]),
      var text = try? AES._CBC.decrypt(bytes[36...], using: symmetric, iv: vector)
    else { throw CredentialExchangeError(.notOpenable) }
    let secret = SharedSecret(takingOver: &text)
    // One in 256 or so wrong passphrases passes the padding check; the result is not JSON then.
    guard secret.withBytes({ (try? JSONReader.value(of: $0)) != nil }) else { throw CredentialExchangeError(.notOpenable) }
    return secret
  }
}
