// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import FoundationEssentials
import SecretMemory

import class SecretMemory.SharedSecret

/// AES-GCM (NIST SP 800-38D) for a complete text in memory.
enum AuthenticatedAES {
  static let nonceByteCount = 12
  static let tagByteCount = 16

  /// Decrypts a text.
  ///
  /// - Parameters:
  ///   - sealed: The ciphertext followed by the tag.
  ///   - nonce: 12 bytes.
  ///   - key: 16, 24 or 32 bytes.
  ///   - associated: The additional authenticated data.
  /// - Throws: `notOpenable` for a wrong key or an altered text, `malformed` for a nonce, key or text of an impossible length.
  static func open(
    _ sealed: ArraySlice<UInt8>, nonce: ArraySlice<UInt8>, key: SharedSecret, associated: [UInt8] = []
  ) throws(CredentialExchangeError) -> SharedSecret {
    guard sealed.count >= tagByteCount, nonce.count == nonceByteCount, [16, 24, 32].contains(key.byteCount) else {
      throw CredentialExchangeError(.malformed)
    }
    let place = sealed.endIndex - tagByteCount
    let symmetric = key.withBytes { SymmetricKey(data: $0) }
    guard let nonce = try? AES.GCM.Nonce(data: nonce),
      let box = try? AES.GCM.SealedBox(
        nonce: nonce, ciphertext: sealed[..<place], tag: sealed[place...])
    else { throw CredentialExchangeError(.malformed) }
    guard var text = try? AES.GCM.open(box, using: symmetric, authenticating: associated) else {
      throw CredentialExchangeError(.notOpenable)
    }
    return SharedSecret(takingOver: &text)
  }
}

extension SharedSecret {
  /// Moves bytes that another library put into ordinary memory, and zeroes them there.
  convenience init(takingOver data: inout Data) {
    self.init(copying: data)
    data.withUnsafeMutableBytes { wipe($0) }
  }
}
