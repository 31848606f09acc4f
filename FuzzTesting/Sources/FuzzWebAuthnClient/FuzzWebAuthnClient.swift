// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import WebAuthnClient
import WebAuthnModel
import WebDomains

/// For any options from a page and any well-known document, a ceremony stays with its caller.
@main enum FuzzWebAuthnClient {
  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      guard let origin = try? Origin(parsing: "https://a.test") else { fatalError("fuzzing: the origin") }
      FuzzWebAuthnClient.checkCreation(input, caller: WebAuthnCaller(origin: origin))
      FuzzWebAuthnClient.checkAssertion(input, caller: WebAuthnCaller(origin: origin))
      FuzzWebAuthnClient.checkDocument(input, origin: origin)
      return 0
    }
  }

  private static func checkCreation(_ input: [UInt8], caller: WebAuthnCaller) {
    guard let prepared = try? PreparedCreation(optionsJSON: input, caller: caller, supporting: .all) else { return }
    checkCommon(prepared.relyingPartyID, prepared.clientDataJSON, prepared.clientDataHash, "webauthn.create", caller)
    FuzzDriver.require(!prepared.algorithms.isEmpty, "there is an algorithm to make a key for")
    // The planted fault: does not clamp a timeout.
    FuzzDriver.require(
      CeremonyTimeout.range.contains(prepared.timeout) && !(FuzzDriver.plantsFault && prepared.timeout != .seconds(300)),
      "a ceremony has five to ten minutes")
    FuzzDriver.require(prepared.extensions.prfSalts == nil || prepared.extensions.wantsPRF, "salts are for a PRF")
  }

  private static func checkAssertion(_ input: [UInt8], caller: WebAuthnCaller) {
    guard let prepared = try? PreparedAssertion(optionsJSON: input, caller: caller, supporting: .all) else { return }
    checkCommon(prepared.relyingPartyID, prepared.clientDataJSON, prepared.clientDataHash, "webauthn.get", caller)
    FuzzDriver.require(
      !prepared.extensions.evaluatesPRF || prepared.userVerification == .required, "a PRF is evaluated for verified people")
    FuzzDriver.require(
      prepared.extensions.prfSaltsByCredential.keys.allSatisfy(prepared.allowCredentialIDs.contains), "salts are for listed credentials")
  }

  private static func checkCommon(
    _ relyingPartyID: RelyingPartyID, _ clientDataJSON: [UInt8], _ hash: [UInt8], _ type: String, _ caller: WebAuthnCaller
  ) {
    FuzzDriver.require(relyingPartyID.name == "a.test", "an RP ID is the caller's own")
    guard let data = try? CollectedClientData(parsing: clientDataJSON) else { fatalError("fuzzing: client data read back") }
    FuzzDriver.require(data.type == type && data.origin == caller.origin.description, "client data tell of the caller")
    FuzzDriver.require(hash == CollectedClientData.hash(of: clientDataJSON), "what is signed is what is sent")
  }

  private static func checkDocument(_ input: [UInt8], origin: Origin) {
    guard let document = RelatedOriginsDocument(parsing: input) else { return }
    FuzzDriver.require(
      !document.permits(origin) || document.origins.contains { (try? Origin(url: $0)) == origin }, "only a named origin is related")
    FuzzDriver.require(RelatedOriginsDocument(parsing: document.encoded) == document, "a document reads back")
  }
}
