// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import SwiftASN1
import WebAuthnModel

/// The format `apple`, in which an authority certifies each credential (WebAuthn L3 §8.8).
struct AppleAttestation: AttestationStatement {
  /// The credential's algorithm, which Apple's first devices send along with the certificates. It is not used to sign anything.
  let algorithm: COSEAlgorithm?
  let certificates: [AttestationCertificate]

  init(parsing statement: CBORValue) throws(WebAuthnRelyingPartyError) {
    var members = try StatementMembers(statement, step: "8.8 step 1")
    algorithm = members.contains("alg") ? try members.algorithm() : nil
    certificates = try members.certificates()
    try members.finish()
  }

  func verify(_ inputs: AttestationInputs) throws(WebAuthnRelyingPartyError) -> VerifiedAttestation {
    // 1. Done by the parser. Departure: the statement may also name the credential's algorithm, but no other.
    guard let certificate = certificates.first, algorithm == nil || algorithm == inputs.credential.publicKey.algorithm else {
      throw WebAuthnRelyingPartyError(.attestationStatement, step: "8.8 step 1")
    }

    // 2. to 4. The nonce, which identifies this registration.
    try WebAuthnRelyingPartyError.check(try Self.nonce(in: certificate) == inputs.nonce, .attestationChallenge, "8.8 step 4")

    // 5. The certified key must be the credential's.
    try WebAuthnRelyingPartyError.check(
      certificate.publicKey.material == inputs.credential.publicKey.material, .attestationKey, "8.8 step 5")

    // 6. The outcome.
    return VerifiedAttestation(format: AttestationFormat.apple.rawValue, type: .anonymizationAuthority, trustPath: certificates)
  }

  /// Returns the octet string in the extension's sequence, under tag 1.
  private static func nonce(in certificate: AttestationCertificate) throws(WebAuthnRelyingPartyError) -> [UInt8] {
    guard let value = certificate.value(of: .appleNonce) else {
      throw WebAuthnRelyingPartyError(.attestationChallenge, step: "8.8 step 4")
    }
    var members = try ASN1Members(parsing: value, place: "WebAuthn L3 §8.8")
    var tagged = try members.members(.context(1))
    let nonce = try tagged.bytes(.octetString)
    try tagged.finish()
    try members.finish()
    return nonce
  }
}
