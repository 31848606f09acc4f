// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason that a browser is refused; the extension has the texts for it.
package enum PairingRefusal: String, Codable, Hashable, Sendable {
  /// The profile's key was never paired, or was forgotten.
  case unknownKey
  /// The key was paired from another program than the one that starts the host now.
  case otherProgram
  /// The program that starts the host cannot be read, or has exited.
  case hiddenProgram
  /// The user declined or cancelled.
  case declined
  /// The prompt was not answered.
  case timedOut
  /// There were three tries within ten minutes.
  case tooManyTries
  /// Another browser is being paired at the moment.
  case pairingElsewhere
  /// There is no display to ask on, or no program to ask with.
  case nowhereToAsk
  /// The user agreed, but the pairing could not be stored.
  case notKept
}

/// A message from the broker to a browser that is not admitted yet (the client door's "Pairing").
package enum PairingAnswer: Hashable, Sendable {
  /// The first answer; the challenge is valid only for this conversation.
  case welcome(version: Int, challenge: [UInt8])
  /// From here on the conversation is that of an ordinary client.
  case paired
  /// The conversation stays open for `begin-pairing`.
  case notPaired(reason: PairingRefusal)
  /// The broker's nonce, chosen after the commitment was received.
  case pairingNonce([UInt8])
  /// The answer to a request: a failure with the code `notPaired`.
  case refusal(id: RequestNumber)
}

extension PairingAnswer: Codable {
  private enum Key: String, CodingKey {
    case type, id, code, `protocol`, challenge, nonce, reason
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func bytes(_ key: Key) throws -> [UInt8] {
      let count = PairingMessage.nonceByteCount
      guard let bytes = Base64URLText.bytes(of: try values.decode(String.self, forKey: key), byteCount: count) else {
        throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: "not \(count) bytes of base64url")
      }
      return bytes
    }
    switch try values.decode(String.self, forKey: .type) {
    case "welcome": self = .welcome(version: try values.decode(Int.self, forKey: .protocol), challenge: try bytes(.challenge))
    case "paired": self = .paired
    case "not-paired": self = .notPaired(reason: try values.decode(PairingRefusal.self, forKey: .reason))
    case "pairing-nonce": self = .pairingNonce(try bytes(.nonce))
    case "failure": self = .refusal(id: try values.decode(RequestNumber.self, forKey: .id))
    case let other:
      throw DecodingError.dataCorruptedError(forKey: .type, in: values, debugDescription: "no answer is called \(other)")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .welcome(let version, let challenge):
      try values.encode("welcome", forKey: .type)
      try values.encode(0 as RequestNumber, forKey: .id)
      try values.encode(version, forKey: .protocol)
      try values.encode(Base64URLText.text(of: challenge), forKey: .challenge)
    case .paired: try values.encode("paired", forKey: .type)
    case .notPaired(let reason):
      try values.encode("not-paired", forKey: .type)
      try values.encode(reason, forKey: .reason)
    case .pairingNonce(let nonce):
      try values.encode("pairing-nonce", forKey: .type)
      try values.encode(Base64URLText.text(of: nonce), forKey: .nonce)
    case .refusal(let id):
      try values.encode("failure", forKey: .type)
      try values.encode(id, forKey: .id)
      try values.encode("notPaired", forKey: .code)
    }
  }
}
