// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import FoundationEssentials
import SecretMemory

import class SecretMemory.SharedSecret

/// AES-GCM (NIST SP 800-38D) of a whole text that is in memory.
enum AuthenticatedAES {
  static let nonceByteCount = 12
  static let tagByteCount = 16

  /// The text under a seal.
  ///
  /// - Parameters:
  ///   - sealed: The ciphertext, with the tag behind it.
  ///   - nonce: 12 bytes.
  ///   - key: 16, 24 or 32 bytes.
  ///   - associated: What is authenticated beside the text.
  /// - Throws: `notOpenable` for another key or a changed text, `malformed` for a nonce, key or text of a length that there is none of.
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
  /// Takes the bytes that another library has put into ordinary memory, and zeroes them there.
  convenience init(takingOver data: inout Data) {
    self.init(copying: data)
    data.withUnsafeMutableBytes { wipe($0) }
  }
}
