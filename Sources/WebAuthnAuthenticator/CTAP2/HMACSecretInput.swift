// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Crypto
import SecretMemory
import WebAuthnModel

/// The decrypted salts of hmac-secret and hmac-secret-mc, and the keys to encrypt the results (CTAP 2.2 §12.7 and §12.8).
struct HMACSecretInput {
  let salts: PRFSalts
  private let authProtocol: PinUvAuthProtocol
  private let keys: PinUvAuthProtocol.SharedKeys

  /// Verifies and decrypts the input.
  ///
  /// - Throws: `pinAuthInvalid` for an invalid proof, `invalidParameter` unless there are one or two salts of 32 bytes.
  init(_ input: CTAP2Parameters, keyAgreement: P256.KeyAgreement.PrivateKey) throws(CTAP2Status) {
    let platformKey = try input.map(1)
    let (sealed, proof) = (try input.bytes(2), try input.bytes(3))
    guard let authProtocol = PinUvAuthProtocol(rawValue: try input.optionalInteger(4) ?? 1) else { throw .invalidParameter }
    let keys = try authProtocol.sharedKeys(of: keyAgreement, with: platformKey)
    guard authProtocol.verify(proof, of: sealed, by: keys) else { throw .pinAuthInvalid }
    guard let opened = authProtocol.decrypt(sealed, by: keys), opened.count == 32 || opened.count == 64,
      let salts = PRFSalts(first: Array(opened.prefix(32)), second: opened.count == 64 ? Array(opened.suffix(32)) : nil)
    else { throw .invalidParameter }
    self.salts = salts
    self.authProtocol = authProtocol
    self.keys = keys
  }

  /// Encrypts the results for the platform, with an initialisation vector of 16 random bytes.
  func handling(vector: [UInt8]) -> PRFResultsHandling {
    let (authProtocol, keys) = (authProtocol, keys)
    return .sealed { results throws(WebAuthnAuthenticatorError) in
      var plain: [UInt8] = []
      plain.reserveCapacity(64)
      for result in [results.first, results.second].compactMap({ $0 }) { result.withBytes { plain.append(contentsOf: $0) } }
      defer { for index in plain.indices { plain[index] = 0 } }
      guard let sealed = authProtocol.encrypt(plain, vector: vector, by: keys) else { throw WebAuthnAuthenticatorError(.unknown) }
      return sealed
    }
  }
}
