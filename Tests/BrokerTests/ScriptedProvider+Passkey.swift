// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Foundation
import Testing
import WebAuthnModel
import WebDomains

extension ScriptedProvider {
  /// A new passkey of a provider without extensions.
  static func madePasskey(for request: CredentialRequestValue) throws -> ProviderResult {
    let id = try #require(CredentialID([7, 7, 7]))
    // The base point of P-256, which is a valid public key.
    let point = try #require(
      Base64URL(parsing: "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"))
    let key = try #require(COSEKey(p256: point.bytes))
    let credential = AuthenticatorData.AttestedCredentialData(aaguid: .zero, credentialID: id, publicKey: key)
    let data = AuthenticatorData(
      relyingPartyID: try RelyingPartyID("shop.example"), flags: [.userPresent], signCount: 0, attestedCredentialData: credential)
    return .passkeyRegistration(
      relyingParty: "shop.example", clientDataHash: request.clientDataHash ?? Data(), credentialID: Data(id.bytes),
      attestationObject: Data(AttestationObject(unattested: data).encoded))
  }
}
