// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The bytes that a browser signs, commits to and compares, bound to one conversation (the client door's "Pairing").
package struct PairingTranscript: Hashable, Sendable {
  /// The challenge of this conversation.
  package let challenge: [UInt8]
  /// The extension confirmed by the host.
  package let caller: String

  /// Creates a transcript from a conversation's challenge and the extension named by the host.
  package init(challenge: [UInt8], caller: String) {
    self.challenge = challenge
    self.caller = caller
  }

  /// Returns the bytes signed by the profile's key, which are unusable for another conversation, extension or use of the key.
  package func proof(of publicKey: [UInt8]) -> [UInt8] {
    Self.labelled("passfold/browser/proof/1", [challenge, Array(caller.utf8), publicKey])
  }

  /// Whether the signature is that key's over proof(of:); also false for bytes that are not a key.
  package func isSigned(by publicKey: [UInt8], _ signature: [UInt8]) -> Bool {
    guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
    else { return false }
    return key.isValidSignature(signature, for: proof(of: publicKey))
  }

  /// Returns the browser's commitment, sent before it knows the broker's nonce so that it cannot choose a matching one.
  package static func commitment(to nonce: [UInt8], by publicKey: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(data: labelled("passfold/browser/commitment/1", [publicKey, nonce])))
  }

  /// Returns the six digits shown by the popup and the prompt.
  package func digits(publicKey: [UInt8], browserNonce: [UInt8], brokerNonce: [UInt8]) -> String {
    let bytes = Self.labelled(
      "passfold/browser/digits/1", [challenge, Array(caller.utf8), publicKey, browserNonce, brokerNonce])
    let number = SHA256.hash(data: bytes).prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % 1_000_000
    let text = String(number)
    return String(repeating: "0", count: 6 - text.count) + text
  }

  /// Returns the label, then each part after its length in four bytes: no two lists of parts give the same bytes.
  private static func labelled(_ label: String, _ parts: [[UInt8]]) -> [UInt8] {
    ([Array(label.utf8)] + parts).flatMap { part in
      withUnsafeBytes(of: UInt32(part.count).bigEndian) { Array($0) } + part
    }
  }
}
