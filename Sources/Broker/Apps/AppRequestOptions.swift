// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import WebAuthnModel
import WebDomains

extension AppPasskeyAssertionValue {
  /// Returns the request as a page would make it, for the WebAuthn client's algorithms (WebAuthn L3 §5.1.9).
  ///
  /// - Throws: `badRequest` if a member has an invalid length.
  func options() throws(ClientFailure) -> PublicKeyCredentialRequestOptionsJSON {
    var inputs = AuthenticationExtensionsClientInputsJSON()
    if let extensions, extensions.salts != nil || !extensions.saltsByCredential.isEmpty {
      inputs.prf = .init(eval: extensions.salts.map(PRFValuesJSON.init))
      if !extensions.saltsByCredential.isEmpty {
        inputs.prf?.evalByCredential = Dictionary(
          extensions.saltsByCredential.map { (Base64URL($0.credentialID).text, PRFValuesJSON($0.salts)) }
        ) { first, _ in first }
      }
    }
    switch extensions?.largeBlob {
    case .read?: inputs.largeBlob = .init(read: true)
    case .write(let data)?: inputs.largeBlob = .init(write: Base64URL(data))
    case nil: break
    }
    return PublicKeyCredentialRequestOptionsJSON(
      challenge: try Self.checked(challenge), rpId: relyingParty, allowCredentials: try Self.descriptors(allowedCredentials),
      userVerification: UserVerificationRequirement(rawValue: userVerification), extensions: inputs)
  }
}

extension AppPasskeyRegistrationValue {
  /// Returns the request as a page would make it, for the WebAuthn client's algorithms (WebAuthn L3 §5.1.8).
  ///
  /// - Throws: `badRequest` if a member has an invalid length.
  func options() throws(ClientFailure) -> PublicKeyCredentialCreationOptionsJSON {
    var inputs = AuthenticationExtensionsClientInputsJSON()
    if let extensions {
      if extensions.wantsPRF { inputs.prf = .init(eval: extensions.salts.map(PRFValuesJSON.init)) }
      if let support = extensions.largeBlobSupport { inputs.largeBlob = .init(support: support) }
    }
    guard let handle = UserHandle(userID) else { throw ClientFailure(.badRequest, detail: "userID") }
    return PublicKeyCredentialCreationOptionsJSON(
      rp: .init(id: relyingParty, name: relyingParty), user: .init(id: handle, name: userName, displayName: displayName ?? userName),
      challenge: try AppPasskeyAssertionValue.checked(challenge), pubKeyCredParams: [.init(alg: .es256)],
      excludeCredentials: try AppPasskeyAssertionValue.descriptors(excludedCredentials),
      authenticatorSelection: .init(
        residentKey: .required, userVerification: UserVerificationRequirement(rawValue: userVerification)),
      attestation: AttestationConveyancePreference(rawValue: attestation), extensions: inputs)
  }
}

extension AppPasskeyAssertionValue {
  /// Returns a challenge of at least one byte, and no longer than any service's.
  fileprivate static func checked(_ challenge: Data) throws(ClientFailure) -> Base64URL {
    guard (1...4096).contains(challenge.count) else { throw ClientFailure(.badRequest, detail: "challenge") }
    return Base64URL(challenge)
  }

  fileprivate static func descriptors(_ credentialIDs: [Data]) throws(ClientFailure) -> [PublicKeyCredentialDescriptorJSON] {
    var descriptors: [PublicKeyCredentialDescriptorJSON] = []
    for bytes in credentialIDs {
      guard let id = CredentialID(bytes) else { throw ClientFailure(.badRequest, detail: "credentialID") }
      descriptors.append(PublicKeyCredentialDescriptorJSON(id: id))
    }
    return descriptors
  }
}

extension PRFValuesJSON {
  fileprivate init(_ salts: PasskeyExtensionInputsValue.Salts) {
    self.init(first: Base64URL(salts.first), second: salts.second.map { Base64URL($0) })
  }
}
