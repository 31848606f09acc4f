// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Testing
import WebAuthnModel
import WebDomains

@Suite("Authenticator data (WebAuthn L3 §6.1)")
struct AuthenticatorDataTests {
  /// The base point of P-256, a valid point on the curve.
  private static let point: [UInt8] = [
    0x04, 0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5, 0x63, 0xa4, 0x40, 0xf2, 0x77, 0x03, 0x7d, 0x81, 0x2d,
    0xeb,
    0x33, 0xa0, 0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96, 0x4f, 0xe3, 0x42, 0xe2, 0xfe, 0x1a, 0x7f, 0x9b, 0x8e, 0xe7, 0xeb, 0x4a,
    0x7c,
    0x0f, 0x9e, 0x16, 0x2b, 0xce, 0x33, 0x57, 0x6b, 0x31, 0x5e, 0xce, 0xcb, 0xb6, 0x40, 0x68, 0x37, 0xbf, 0x51, 0xf5,
  ]

  private static func registration() throws -> AuthenticatorData {
    let key = try #require(COSEKey(p256: point))
    let id = try #require(CredentialID(Array(1...32)))
    return AuthenticatorData(
      relyingPartyID: try RelyingPartyID("shop.example"), flags: [.userPresent, .backupEligible], signCount: 7,
      attestedCredentialData: .init(aaguid: AAGUID([UInt8](repeating: 9, count: 16)) ?? .zero, credentialID: id, publicKey: key))
  }

  @Test("encoded data are read back unchanged")
  func roundTrip() throws {
    let data = try Self.registration()
    #expect(try AuthenticatorData(parsing: data.encoded) == data)
    #expect(data.flags.contains(.attestedCredentialData))
    #expect(Array(data.encoded[33..<37]) == [0, 0, 0, 7])
  }

  @Test("bytes after the last part are refused")
  func trailingBytes() throws {
    let bytes = try Self.registration().encoded + [0]
    #expect(throws: WebAuthnModelError.self) { try AuthenticatorData(parsing: bytes) }
  }

  @Test("every truncation is refused")
  func truncated() throws {
    let bytes = try Self.registration().encoded
    for count in 0..<bytes.count { #expect(throws: WebAuthnModelError.self) { try AuthenticatorData(parsing: bytes.prefix(count)) } }
  }

  @Test("flags that announce missing parts are refused", arguments: [0x41, 0x81, 0xC1] as [UInt8])
  func contradictingFlags(flags: UInt8) {
    #expect(throws: WebAuthnModelError.self) { try AuthenticatorData(parsing: [UInt8](repeating: 1, count: 32) + [flags, 0, 0, 0, 0]) }
  }

  @Test("a credential ID that is empty or longer than 1023 bytes is refused", arguments: [0, 1024, 65_535])
  func credentialIDLength(length: Int) throws {
    var bytes = try Self.registration().encoded
    bytes[53] = UInt8(length >> 8)
    bytes[54] = UInt8(length & 0xFF)
    #expect { try AuthenticatorData(parsing: bytes + [UInt8](repeating: 0, count: 2048)) } throws: {
      ($0 as? WebAuthnModelError)?.code == .credentialIDLength
    }
  }

  @Test("an attestation object is parsed completely and re-encodes to the same bytes")
  func attestationObject() throws {
    let object = AttestationObject(unattested: try Self.registration())
    #expect(try AttestationObject(parsing: object.encoded).encoded == object.encoded)
    #expect(throws: WebAuthnModelError.self) { try AttestationObject(parsing: object.encoded + [0xF6]) }
    #expect(throws: WebAuthnModelError.self) { try AttestationObject(parsing: object.encoded.dropLast()) }
  }
}

@Suite("Credential public keys in COSE form (RFC 9053 §7)")
struct COSEKeyTests {
  private static let coordinate = CBORValue.bytes([UInt8](repeating: 1, count: 32))

  private static func map(_ members: [(Int64, CBORValue)]) -> [UInt8] {
    let map = CBORMap(members.map { CBORMap.Entry(key: .integer($0.0), value: $0.1) })
    return CBOREncoder(profile: .ctap2).encode(.map(map ?? CBORMap()))
  }

  @Test("a key of an unsupported type or algorithm is distinguished from a malformed one")
  func unsupported() {
    #expect { try COSEKey(encoded: Self.map([(1, 2), (3, -47), (-1, 8), (-2, Self.coordinate), (-3, Self.coordinate)])) } throws: {
      ($0 as? WebAuthnModelError)?.code == .unsupportedPublicKey
    }
  }

  @Test("a key with missing members, wrong sizes or a contradicting algorithm is malformed", arguments: 0..<5)
  func malformed(row: Int) {
    let short = CBORValue.bytes([1])
    let rows: [[(Int64, CBORValue)]] = [
      [(1, 2), (3, -7), (-1, 1), (-2, Self.coordinate)],
      [(1, 2), (3, -7), (-1, 2), (-2, Self.coordinate), (-3, Self.coordinate)],
      [(1, 2), (3, -7), (-1, 1), (-2, short), (-3, Self.coordinate)],
      [(1, 1), (3, -7), (-1, 6), (-2, Self.coordinate)],
      [(3, -7), (-1, 1), (-2, Self.coordinate), (-3, Self.coordinate)],
    ]
    #expect { try COSEKey(encoded: Self.map(rows[row])) } throws: { ($0 as? WebAuthnModelError)?.code == .malformedPublicKey }
  }
}

@Suite("base64url without padding (WebAuthn L3 §3)")
struct Base64URLTests {
  @Test(
    "every byte string has exactly one text",
    arguments: [("", []), ("AA", [0]), ("AAE", [0, 1]), ("_-8", [0xFF, 0xEF])] as [(String, [UInt8])])
  func exact(text: String, bytes: [UInt8]) {
    #expect(Base64URL(bytes).text == text)
    #expect(Base64URL(parsing: text)?.bytes == bytes)
  }

  @Test(
    "padding, foreign characters, impossible lengths and unused bits are refused",
    arguments: ["AA==", "A", "AB", "A+", "A/", " AA", "AAF=", "é"])
  func refused(text: String) {
    #expect(Base64URL(parsing: text) == nil)
  }
}

@Suite("Client data (WebAuthn L3 §5.8.1)")
struct CollectedClientDataTests {
  @Test("quotes, backslashes and control characters are escaped as in CCDToString")
  func escaping() {
    let data = CollectedClientData(
      type: .get, challenge: [0], origin: "https://a\"\\\u{1}é", crossOrigin: true, topOrigin: "https://top.example")
    #expect(
      String(decoding: data.serialized, as: UTF8.self)
        == #"{"type":"webauthn.get","challenge":"AA","origin":"https://a\"\\\u0001é","crossOrigin":true,"topOrigin":"https://top.example"}"#
    )
  }

  @Test(
    "text other than UTF-8 JSON with the required members is refused",
    arguments: ["", "[]", "{}", #"{"type":1,"challenge":"","origin":""}"#, "\u{FEFF}"])
  func malformed(text: String) {
    #expect(throws: WebAuthnModelError.self) { try CollectedClientData(parsing: Array(text.utf8)) }
    #expect(throws: WebAuthnModelError.self) { try CollectedClientData(parsing: [0xFF, 0xFE]) }
  }
}
