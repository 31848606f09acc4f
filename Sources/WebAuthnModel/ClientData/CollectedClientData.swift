// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The client's view of a ceremony: its type, challenge and origins (WebAuthn L3 §5.8.1).
public struct CollectedClientData: Hashable, Sendable {
  /// The types of ceremony, by the value of `type`.
  public enum CeremonyType: String, Sendable {
    /// A registration.
    case create = "webauthn.create"
    /// An authentication.
    case get = "webauthn.get"
  }

  /// The value of `type`, stored as text because other specifications define their own.
  public let type: String
  /// The challenge in base64url, exactly as written.
  public let challenge: String
  /// The caller's serialised origin.
  public let origin: String
  /// Whether the caller was not same-origin with its ancestors; nil if the client does not say.
  public let crossOrigin: Bool?
  /// The top-level origin of a cross-origin caller.
  public let topOrigin: String?

  /// Creates the client data of a ceremony.
  public init(type: CeremonyType, challenge: [UInt8], origin: String, crossOrigin: Bool, topOrigin: String?) {
    self.type = type.rawValue
    self.challenge = Base64URL(challenge).text
    self.origin = origin
    self.crossOrigin = crossOrigin
    self.topOrigin = topOrigin
  }

  /// Reads the client data of a response. Members that the specification does not name are ignored (WebAuthn L3 §7.1 steps 5 and 6).
  ///
  /// - Throws: `malformedClientData` unless the bytes are one JSON object in UTF-8, at most 64 KiB, with the named members of the right
  ///   types and no member twice.
  public init(parsing json: [UInt8]) throws(WebAuthnModelError) {
    guard json.count <= 1 << 16 else { throw WebAuthnModelError(.malformedClientData) }
    // "UTF-8 decode" in the Encoding standard removes a byte order mark.
    let body = json.starts(with: [0xef, 0xbb, 0xbf]) ? json.dropFirst(3) : json[...]
    do throws(JSONReader.Malformed) {
      let members = try ClientDataReader(body)
      guard let type = members.type, let challenge = members.challenge, let origin = members.origin else {
        throw JSONReader.Malformed()
      }
      (self.type, self.challenge, self.origin) = (type, challenge, origin)
      (crossOrigin, topOrigin) = (members.crossOrigin, members.topOrigin)
    } catch {
      throw WebAuthnModelError(.malformedClientData)
    }
  }

  /// The client data as JSON, byte for byte in the serialisation that the specification prescribes (WebAuthn L3 §5.8.1.1).
  public var serialized: [UInt8] {
    // 1. to 4. type; 5. and 6. challenge; 7. and 8. origin.
    var output = Array(#"{"type":"#.utf8) + Self.quoted(type)
    output += Array(#","challenge":"#.utf8) + Self.quoted(challenge)
    output += Array(#","origin":"#.utf8) + Self.quoted(origin)
    // 9. to 11. crossOrigin; false if absent.
    output += Array(#","crossOrigin":"#.utf8) + Array((crossOrigin ?? false ? "true" : "false").utf8)
    // 12. topOrigin, if present.
    if let topOrigin { output += Array(#","topOrigin":"#.utf8) + Self.quoted(topOrigin) }
    // 13. to 15. There are no further members.
    output += Array("}".utf8)
    return output
  }

  /// Returns SHA-256 of serialised client data, as the authenticator signs it.
  public static func hash(of serialized: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(data: serialized))
  }

  /// `CCDToString` (WebAuthn L3 §5.8.1.1).
  static func quoted(_ text: String) -> [UInt8] {
    var output: [UInt8] = [0x22]
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: output += [0x5c, 0x22]
      case 0x5c: output += [0x5c, 0x5c]
      case 0x20...: output += Array(String(scalar).utf8)
      default: output += Array("\\u00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))".utf8)
      }
    }
    output.append(0x22)
    return output
  }
}
