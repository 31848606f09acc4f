// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A message from a browser's extension that is not admitted yet (the client door's "Pairing").
package enum PairingMessage: Hashable, Sendable {
  /// The profile's public key, an uncompressed P-256 point, and its signature over the challenge of this conversation.
  case pair(publicKey: [UInt8], signature: [UInt8])
  /// The user asked to connect this browser; the commitment binds the nonce that ``revealPairing(nonce:)`` reveals.
  case beginPairing(commitment: [UInt8])
  /// The nonce behind the commitment.
  case revealPairing(nonce: [UInt8])
  /// The user cancelled.
  case cancelPairing
  /// Any request of this door, which only a paired browser may make.
  case request(id: RequestNumber)
  /// A message about a request that was never started: a `cancel` or a `view-event`.
  case remark(id: RequestNumber)

  /// The number of bytes of an uncompressed P-256 point.
  package static let publicKeyByteCount = 65
  /// The number of bytes of an ECDSA signature, r and s.
  package static let signatureByteCount = 64
  /// The number of bytes of challenges, nonces and commitments.
  package static let nonceByteCount = 32
}

extension PairingMessage: Codable {
  private enum Key: String, CodingKey {
    case type, id, publicKey, signature, commitment, nonce
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func bytes(_ key: Key, _ count: Int) throws -> [UInt8] {
      guard let bytes = Base64URLText.bytes(of: try values.decode(String.self, forKey: key), byteCount: count) else {
        throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: "not \(count) bytes of base64url")
      }
      return bytes
    }
    switch try values.decode(String.self, forKey: .type) {
    case "pair":
      self = .pair(
        publicKey: try bytes(.publicKey, Self.publicKeyByteCount), signature: try bytes(.signature, Self.signatureByteCount))
    case "begin-pairing": self = .beginPairing(commitment: try bytes(.commitment, Self.nonceByteCount))
    case "reveal-pairing": self = .revealPairing(nonce: try bytes(.nonce, Self.nonceByteCount))
    case "cancel-pairing": self = .cancelPairing
    case "cancel", "view-event": self = .remark(id: try values.decode(RequestNumber.self, forKey: .id))
    default: self = .request(id: try values.decode(RequestNumber.self, forKey: .id))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .pair(let publicKey, let signature):
      try values.encode("pair", forKey: .type)
      try values.encode(Base64URLText.text(of: publicKey), forKey: .publicKey)
      try values.encode(Base64URLText.text(of: signature), forKey: .signature)
    case .beginPairing(let commitment):
      try values.encode("begin-pairing", forKey: .type)
      try values.encode(Base64URLText.text(of: commitment), forKey: .commitment)
    case .revealPairing(let nonce):
      try values.encode("reveal-pairing", forKey: .type)
      try values.encode(Base64URLText.text(of: nonce), forKey: .nonce)
    case .cancelPairing: try values.encode("cancel-pairing", forKey: .type)
    case .request(let id):
      try values.encode("status", forKey: .type)
      try values.encode(id, forKey: .id)
    case .remark(let id):
      try values.encode("cancel", forKey: .type)
      try values.encode(id, forKey: .id)
    }
  }
}
