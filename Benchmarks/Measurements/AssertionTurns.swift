// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebAuthnModel
import WebAuthnRelyingParty

/// Verifies one sign-in many times, by turns with other programs that are given the same one.
enum AssertionTurns {
  /// The sign-in as another program needs it; bytes are in base64url.
  private struct Told: Encodable {
    let response: String
    let relyingPartyID: String
    let origin: String
    let challenge: Base64URL
    let credentialID: Base64URL
    let publicKey: Base64URL
    let publicKeyDER: Base64URL
    let clientDataHash: Base64URL
    let authenticatorData: Base64URL
    let signature: Base64URL
  }

  /// Prints a sign-in; then answers each line with a count by the seconds that so many verifications took, until the end of input.
  static func run() throws {
    let key = try BareKeyPair.es256()
    let assertion = try MeasuredAssertion(by: key)
    try say(
      JSONEncoder().encode(
        Told(
          response: String(decoding: assertion.body, as: UTF8.self), relyingPartyID: MeasuredAssertion.relyingPartyID,
          origin: MeasuredAssertion.origin, challenge: Base64URL(assertion.ceremony.challenge.bytes),
          credentialID: Base64URL(assertion.credentialID.bytes), publicKey: Base64URL(assertion.publicKey),
          publicKeyDER: Base64URL(key.publicKey.subjectPublicKeyInfo), clientDataHash: Base64URL(assertion.clientDataHash),
          authenticatorData: Base64URL(assertion.authenticatorData), signature: Base64URL(assertion.signature))))
    while let count = readLine().flatMap(Int.init) {
      let took = try ContinuousClock().measure { for _ in 0..<count { try assertion.verify() } }
      try say(Data(String(took / .seconds(1)).utf8))
    }
  }

  private static func say(_ line: Data) throws {
    try FileHandle.standardOutput.write(contentsOf: line + Data("\n".utf8))
  }
}
