// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebAuthnClient
import WebAuthnModel
import WebDomains

@Suite("W3C's test vectors for client data (WebAuthn L3, \"Test Vectors\")")
struct SpecificationClientDataTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    struct Ceremony: Decodable, Sendable {
      let challenge, clientDataJSON: String
    }
    let id: String
    let registration: Ceremony
    let authentication: Ceremony
    var testDescription: String { id }
  }

  static func rows() throws -> [Row] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors/webauthn/authenticator.json")
    return try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))
  }

  private func text(hex: String) -> String { String(decoding: bytes(hex: hex), as: UTF8.self) }

  private func bytes(hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// The client data expected of this client: the vector without other clients' additions at the end, and with the top origin that this
  /// client adds for every cross-origin frame.
  private func expectation(_ vector: String) -> String {
    let kept = vector.range(of: #","extraData":"#).map { vector[..<$0.lowerBound] + "}" } ?? vector[...]
    return kept.hasSuffix(#""crossOrigin":true}"#) ? kept.dropLast() + #","topOrigin":"https://example.com"}"# : String(kept)
  }

  private func caller(for vector: String) throws -> WebAuthnCaller {
    let origin = try Origin(parsing: "https://example.org")
    guard vector.contains(#""crossOrigin":true"#) else { return WebAuthnCaller(origin: origin) }
    return WebAuthnCaller(
      origin: origin, topOrigin: try Origin(parsing: "https://example.com"), isCrossOrigin: true, isPermittedCrossOrigin: true)
  }

  @Test("a registration's client data have the expected bytes", arguments: try rows())
  func registration(row: Row) throws {
    let vector = text(hex: row.registration.clientDataJSON)
    let challenge = Base64URL(bytes(hex: row.registration.challenge)).text
    let options = """
      {"rp":{"id":"example.org","name":"Shop"},"user":{"id":"YQ","name":"a","displayName":"A"},"challenge":"\(challenge)","pubKeyCredParams":[]}
      """
    let prepared = try PreparedCreation(optionsJSON: Array(options.utf8), caller: caller(for: vector))
    #expect(String(decoding: prepared.clientDataJSON, as: UTF8.self) == expectation(vector))
  }

  @Test("an authentication's client data have the expected bytes", arguments: try rows())
  func authentication(row: Row) throws {
    let vector = text(hex: row.authentication.clientDataJSON)
    let challenge = Base64URL(bytes(hex: row.authentication.challenge)).text
    let options = #"{"rpId":"example.org","challenge":"\#(challenge)"}"#
    let prepared = try PreparedAssertion(optionsJSON: Array(options.utf8), caller: caller(for: vector))
    #expect(String(decoding: prepared.clientDataJSON, as: UTF8.self) == expectation(vector))
  }
}
