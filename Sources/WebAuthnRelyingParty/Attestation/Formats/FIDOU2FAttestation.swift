// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import WebAuthnModel

/// The format `fido-u2f`, for authenticators older than FIDO2 (WebAuthn L3 §8.6).
struct FIDOU2FAttestation: AttestationStatement {
  let certificates: [AttestationCertificate]
  let signature: [UInt8]

  init(parsing statement: CBORValue) throws(WebAuthnRelyingPartyError) {
    var members = try StatementMembers(statement, step: "8.6 step 1")
    certificates = try members.certificates()
    signature = try members.bytes("sig")
    try members.finish()
  }

  func verify(_ inputs: AttestationInputs) throws(WebAuthnRelyingPartyError) -> VerifiedAttestation {
    // 1. Done by the parser.
    // 2. A single certificate with a key on P-256.
    guard certificates.count == 1, let certificate = certificates.first, case .p256 = certificate.publicKey.material else {
      throw WebAuthnRelyingPartyError(.attestationCertificate, step: "8.6 step 2")
    }

    // 3. The parts of the authenticator data. The AAGUID is not required to be zero, although such authenticators have none.
    // 4. The credential's key in U2F form.
    guard case .p256(let x, let y) = inputs.credential.publicKey.material else {
      throw WebAuthnRelyingPartyError(.attestationKey, step: "8.6 step 4")
    }

    // 5. The signed bytes.
    let credentialID = inputs.credential.credentialID.bytes
    let signed = [0] + inputs.authenticatorData.relyingPartyIDHash + inputs.clientDataHash + credentialID + [4] + x + y

    // 6. The signature.
    try WebAuthnRelyingPartyError.check(
      certificate.isValidSignature(signature, over: signed, algorithm: .es256), .attestationSignature, "8.6 step 6")

    // 7. and 8. The certificates do not tell whether the key is shared or unique to the device.
    return VerifiedAttestation(format: AttestationFormat.fidoU2F.rawValue, type: .basicOrAuthority, trustPath: certificates)
  }
}
