// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

/// One sign-in as a service meets it: the body that the page has posted, the ceremony and the record out of the service's stores.
struct MeasuredAssertion: Sendable {
  static let origin = "https://login.shop.example"
  static let relyingPartyID = "shop.example"

  let relyingParty: RelyingParty
  let ceremony: AuthenticationCeremony
  /// What the page posts, as browsers write it.
  let body: [UInt8]
  /// What storage has of the passkey.
  let credentialID: CredentialID
  let userHandle: UserHandle
  let publicKey: [UInt8]
  /// What the signature covers.
  let signed: [UInt8]
  let signature: [UInt8]
  let clientDataHash: [UInt8]
  let authenticatorData: [UInt8]

  /// Makes a sign-in with a key at a new relying party.
  init(by key: BareKeyPair) throws {
    try self.init(
      by: key,
      at: RelyingParty(id: try RelyingPartyID(Self.relyingPartyID), name: "Shop", origins: [try Origin(parsing: Self.origin)]))
  }

  /// Makes a sign-in with a key.
  init(by key: BareKeyPair, at relyingParty: RelyingParty) throws {
    var generator = SystemRandomNumberGenerator()
    self.relyingParty = relyingParty
    ceremony = relyingParty.beginAuthentication(using: &generator)
    credentialID = try found(CredentialID(0..<16))
    userHandle = try found(UserHandle(0..<32))
    publicKey = key.publicKey.encoded
    let clientData = CollectedClientData(
      type: .get, challenge: ceremony.challenge.bytes, origin: Self.origin, crossOrigin: false, topOrigin: nil
    ).serialized
    authenticatorData =
      AuthenticatorData(
        relyingPartyID: relyingParty.id, flags: [.userPresent, .userVerified, .backupEligible, .backupState], signCount: 0
      ).encoded
    clientDataHash = CollectedClientData.hash(of: clientData)
    signed = authenticatorData + clientDataHash
    signature = try key.sign(signed)
    let response = AuthenticationResponseJSON(
      credentialID: credentialID, clientDataJSON: clientData, authenticatorData: authenticatorData, signature: signature,
      userHandle: userHandle, authenticatorAttachment: .platform, clientExtensionResults: .init())
    body = Array(try JSONEncoder().encode(response))
    try verify()
  }

  /// The whole of a service's work but for its stores: from the posted body and the stored bytes to a verified sign-in.
  func verify() throws {
    let response = try AuthenticationResponse(parsing: body)
    let record = PublicKeyCredentialRecord(
      id: credentialID, userHandle: userHandle, publicKey: publicKey, signCount: 0, isUserVerificationInitialized: true,
      transports: ["internal"], isBackupEligible: true, isBackedUp: true)
    keep(try relyingParty.verifyAuthentication(response, of: ceremony, record: record))
  }
}
