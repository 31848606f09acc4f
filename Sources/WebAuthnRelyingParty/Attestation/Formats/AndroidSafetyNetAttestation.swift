// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Foundation
import WebAuthnModel

/// The deprecated format `android-safetynet`, in which a Google service attests the device (WebAuthn L3 §8.5).
struct AndroidSafetyNetAttestation: AttestationStatement {
  /// The host name of the service, which the certificate must be issued for.
  static let host = "attest.android.com"

  private struct Header: Decodable {
    let alg: String
    let x5c: [Data]
    let crit: [String]?
  }

  private struct Payload: Decodable {
    let nonce: String
    let ctsProfileMatch: Bool?
  }

  let version: String
  let algorithm: COSEAlgorithm
  let certificates: [AttestationCertificate]
  let nonce: String
  let isUntampered: Bool
  let signedBytes: [UInt8]
  let signature: [UInt8]

  init(parsing statement: CBORValue) throws(WebAuthnRelyingPartyError) {
    let flaw = WebAuthnRelyingPartyError(.attestationStatement, step: "8.5 step 1")
    var members = try StatementMembers(statement, step: flaw.step)
    version = try members.text("ver")
    let response = try members.bytes("response")
    try members.finish()

    // RFC 7515 §7.1, compact serialisation: header, payload and signature, each in base64url.
    let parts = response.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let decoded = parts.compactMap { Base64URL(parsing: String(decoding: $0, as: UTF8.self))?.bytes }
    guard !version.isEmpty, parts.count == 3, decoded.count == 3,
      let header = try? JSONDecoder().decode(Header.self, from: Data(decoded[0])), header.crit == nil,
      let payload = try? JSONDecoder().decode(Payload.self, from: Data(decoded[1])),
      (1...CertificatePath.maximumLength).contains(header.x5c.count)
    else { throw flaw }

    // RFC 7518 §3.1. The certificates contain keys for these two algorithms; `none` and keyed hashes are not signatures.
    switch header.alg {
    case "RS256": (algorithm, signature) = (.rs256, decoded[2])
    case "ES256":
      guard let der = Self.derSignature(of: decoded[2]) else { throw flaw }
      (algorithm, signature) = (.es256, der)
    default: throw flaw
    }
    var certificates: [AttestationCertificate] = []
    for der in header.x5c { certificates.append(try AttestationCertificate(der: der)) }
    self.certificates = certificates
    signedBytes = Array(response.prefix(parts[0].count + 1 + parts[1].count))
    nonce = payload.nonce
    isUntampered = payload.ctsProfileMatch == true
  }

  func verify(_ inputs: AttestationInputs) throws(WebAuthnRelyingPartyError) -> VerifiedAttestation {
    // 1. Done by the parser.
    // 2. The response is valid: Google has tested the device. Departure: its time is not checked, because the nonce binds it to a challenge
    //    that is only minutes old.
    try WebAuthnRelyingPartyError.check(isUntampered, .attestationIntegrity, "8.5 step 2")

    // 3. The nonce, which identifies this registration.
    try WebAuthnRelyingPartyError.check(nonce == Data(inputs.nonce).base64EncodedString(), .attestationChallenge, "8.5 step 3")

    // 4. The service created it: the certificate is for its host and made the signature.
    guard let certificate = certificates.first else { throw WebAuthnRelyingPartyError(.attestationStatement, step: "8.5 step 1") }
    let names = certificate.extensions.hostNames
    try WebAuthnRelyingPartyError.check(
      (names.isEmpty ? certificate.subject.values(of: .commonName) : names).contains(Self.host), .attestationCertificate, "8.5 step 4")
    try WebAuthnRelyingPartyError.check(
      certificate.isValidSignature(signature, over: signedBytes, algorithm: algorithm), .attestationSignature, "8.5 step 4")

    // 5. The outcome.
    return VerifiedAttestation(format: AttestationFormat.androidSafetyNet.rawValue, type: .basic, trustPath: certificates)
  }

  /// Converts a signature of two 32-byte numbers (RFC 7518 §3.4) to DER.
  private static func derSignature(of raw: [UInt8]) -> [UInt8]? {
    guard raw.count == 64 else { return nil }
    func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      var digits = Array(bytes.drop { $0 == 0 })
      if digits.first ?? 0x80 >= 0x80 { digits.insert(0, at: 0) }
      return [2, UInt8(digits.count)] + digits
    }
    let numbers = integer(raw.prefix(32)) + integer(raw.suffix(32))
    return [0x30, UInt8(numbers.count)] + numbers
  }
}
