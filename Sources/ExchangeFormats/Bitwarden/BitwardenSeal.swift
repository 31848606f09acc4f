// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import CryptoExtras
import FoundationEssentials
import SecretMemory

import class SecretMemory.SharedSecret

/// The keys of Bitwarden's exports under a passphrase, and the texts that they seal: AES-256-CBC, with HMAC-SHA-256 over IV and ciphertext.
struct BitwardenSeal {
  /// How a passphrase becomes a key.
  enum Derivation: Hashable {
    /// `kdfType` 0, PBKDF2 with SHA-256.
    case pbkdf2(rounds: Int)
    /// `kdfType` 1.
    case argon2id(passes: Int, memoryMiB: Int, lanes: Int)
  }

  /// What comes before the first full stop of a text that these keys have sealed.
  private static let kind = "2."

  private let encryption: SymmetricKey
  private let authentication: SymmetricKey

  /// Derives the keys.
  ///
  /// - Parameter salt: As the file has it: its characters are the salt, not the bytes that they stand for.
  /// - Throws: `overBounds` and `malformed` as the derivations do.
  init(passphrase: SharedSecret, salt: String, _ derivation: Derivation) throws(CredentialExchangeError) {
    let stem: SharedSecret
    switch derivation {
    case .pbkdf2(let rounds):
      stem = try PasswordDerivation.pbkdf2(.sha256, passphrase: passphrase, salt: Array(salt.utf8), rounds: rounds)
    case .argon2id(let passes, let memoryMiB, let lanes):
      guard (0...1 << 20).contains(memoryMiB) else { throw CredentialExchangeError(.overBounds) }
      // Argon2 needs eight bytes of salt at least, so it gets the hash of whatever there is.
      stem = try Argon2.derive(
        .id, passphrase: passphrase, salt: Array(SHA256.hash(data: Data(salt.utf8))), passes: passes, memoryKiB: memoryMiB * 1024,
        lanes: lanes, byteCount: 32)
    }
    // The second step of HKDF (RFC 5869 §2.3) alone: the stem is random enough.
    let key = stem.withBytes { SymmetricKey(data: $0) }
    encryption = HKDF<SHA256>.expand(pseudoRandomKey: key, info: Data("enc".utf8), outputByteCount: 32)
    authentication = HKDF<SHA256>.expand(pseudoRandomKey: key, info: Data("mac".utf8), outputByteCount: 32)
  }

  /// The text under a seal.
  ///
  /// - Parameter sealed: `2.`, and in Base64 with a bar between them IV, ciphertext and MAC.
  /// - Throws: `unsupportedVariant` for a seal of another kind, `malformed` for what is none, `notOpenable` where the MAC is another.
  func open(_ sealed: String) throws(CredentialExchangeError) -> SharedSecret {
    guard sealed.hasPrefix(Self.kind) else {
      let number = sealed.prefix { $0 != "." }
      throw CredentialExchangeError(Int(number) == nil ? .malformed : .unsupportedVariant)
    }
    let parts = sealed.dropFirst(Self.kind.count).split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count == 3, let iv = EncodedBytes.base64(String(parts[0])), let ciphertext = EncodedBytes.base64(String(parts[1])),
      let mac = EncodedBytes.base64(String(parts[2])), iv.count == 16
    else { throw CredentialExchangeError(.malformed) }
    // The MAC first, in constant time: nothing is deciphered that the key did not seal.
    guard HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: iv + ciphertext, using: authentication) else {
      throw CredentialExchangeError(.notOpenable)
    }
    guard let vector = try? AES._CBC.IV(ivBytes: iv), var text = try? AES._CBC.decrypt(ciphertext, using: encryption, iv: vector) else {
      throw CredentialExchangeError(.malformed)
    }
    return SharedSecret(takingOver: &text)
  }

  /// Seals a text; the form is that of ``open(_:)``.
  func seal(_ text: SharedSecret, random: inout some RandomNumberGenerator) throws(CredentialExchangeError) -> String {
    let iv = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    guard let vector = try? AES._CBC.IV(ivBytes: iv),
      let ciphertext = text.withBytes({ try? AES._CBC.encrypt($0, using: encryption, iv: vector) })
    else { throw CredentialExchangeError(.overBounds) }
    let mac = HMAC<SHA256>.authenticationCode(for: iv + ciphertext, using: authentication)
    return Self.kind + [Data(iv), ciphertext, Data(mac)].map { $0.base64EncodedString() }.joined(separator: "|")
  }
}
