// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import CryptoExtras
import FoundationEssentials
import SecretMemory

import class SecretMemory.SharedSecret

/// The keys of Bitwarden's passphrase-protected exports, and the texts encrypted with them: AES-256-CBC, with HMAC-SHA-256 over IV and
/// ciphertext.
struct BitwardenSeal {
  /// The derivation of a key from a passphrase.
  enum Derivation: Hashable {
    /// `kdfType` 0, PBKDF2 with SHA-256.
    case pbkdf2(rounds: Int)
    /// `kdfType` 1.
    case argon2id(passes: Int, memoryMiB: Int, lanes: Int)
  }

  /// The start of a text encrypted with these keys.
  private static let kind = "2."

  private let encryption: SymmetricKey
  private let authentication: SymmetricKey

  /// Derives the keys.
  ///
  /// - Parameter salt: The text in the file: its characters are the salt, not the bytes that they encode.
  /// - Throws: `overBounds` and `malformed` like the derivations.
  init(passphrase: SharedSecret, salt: String, _ derivation: Derivation) throws(CredentialExchangeError) {
    let stem: SharedSecret
    switch derivation {
    case .pbkdf2(let rounds):
      stem = try PasswordDerivation.pbkdf2(.sha256, passphrase: passphrase, salt: Array(salt.utf8), rounds: rounds)
    case .argon2id(let passes, let memoryMiB, let lanes):
      guard (0...1 << 20).contains(memoryMiB) else { throw CredentialExchangeError(.overBounds) }
      // Argon2 requires at least eight bytes of salt, so it gets the salt's hash.
      stem = try Argon2.derive(
        .id, passphrase: passphrase, salt: Array(SHA256.hash(data: Data(salt.utf8))), passes: passes, memoryKiB: memoryMiB * 1024,
        lanes: lanes, byteCount: 32)
    }
    // Only the second step of HKDF (RFC 5869 §2.3): the stem is random enough.
    let key = stem.withBytes { SymmetricKey(data: $0) }
    encryption = HKDF<SHA256>.expand(pseudoRandomKey: key, info: Data("enc".utf8), outputByteCount: 32)
    authentication = HKDF<SHA256>.expand(pseudoRandomKey: key, info: Data("mac".utf8), outputByteCount: 32)
  }

  /// Decrypts a text.
  ///
  /// - Parameter sealed: `2.`, then the IV, the ciphertext and the MAC in Base64, separated by bars.
  /// - Throws: `unsupportedVariant` for another kind of encryption, `malformed` if it is not encrypted text, `notOpenable` if the MAC does
  ///   not match.
  func open(_ sealed: String) throws(CredentialExchangeError) -> SharedSecret {
    guard sealed.hasPrefix(Self.kind) else {
      let number = sealed.prefix { $0 != "." }
      throw CredentialExchangeError(Int(number) == nil ? .malformed : .unsupportedVariant)
    }
    let parts = sealed.dropFirst(Self.kind.count).split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count == 3, let iv = EncodedBytes.base64(String(parts[0])), let ciphertext = EncodedBytes.base64(String(parts[1])),
      let mac = EncodedBytes.base64(String(parts[2])), iv.count == 16
    else { throw CredentialExchangeError(.malformed) }
    // The MAC is checked first, in constant time, so that only authentic text is decrypted.
    guard HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: iv + ciphertext, using: authentication) else {
      throw CredentialExchangeError(.notOpenable)
    }
    guard let vector = try? AES._CBC.IV(ivBytes: iv), var text = try? AES._CBC.decrypt(ciphertext, using: encryption, iv: vector) else {
      throw CredentialExchangeError(.malformed)
    }
    return SharedSecret(takingOver: &text)
  }

  /// Encrypts a text into the form that ``open(_:)`` reads.
  func seal(_ text: SharedSecret, random: inout some RandomNumberGenerator) throws(CredentialExchangeError) -> String {
    let iv = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    guard let vector = try? AES._CBC.IV(ivBytes: iv),
      let ciphertext = text.withBytes({ try? AES._CBC.encrypt($0, using: encryption, iv: vector) })
    else { throw CredentialExchangeError(.overBounds) }
    let mac = HMAC<SHA256>.authenticationCode(for: iv + ciphertext, using: authentication)
    return Self.kind + [Data(iv), ciphertext, Data(mac)].map { $0.base64EncodedString() }.joined(separator: "|")
  }
}
