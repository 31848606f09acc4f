// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import WebAuthnClient
import WebAuthnModel
import WebDomains

/// A page's pending registration, on its way between the client's algorithms and a provider.
struct PreparedPasskeyRegistration: Sendable {
  private let prepared: PreparedCreation

  /// Runs the client's steps on a page's options.
  ///
  /// - Throws: `badRequest` or `notAllowedHere` with the DOMException name that the page may see.
  init(options: JSONValue, caller: JudgedCaller, isConditional: Bool = false) throws(ClientFailure) {
    do throws(WebAuthnClientError) {
      prepared = try PreparedCreation(
        optionsJSON: options.encoded, caller: caller.webAuthnCaller, mediation: isConditional ? .conditional : .modal, supporting: .all)
    } catch {
      throw ClientFailure(error)
    }
  }

  /// What the provider for new passkeys is asked.
  var request: CredentialRequestValue {
    let identity = CredentialIdentityValue(
      relyingPartyIdentifier: prepared.relyingPartyID.name, userName: prepared.userName, credentialID: Data(),
      userHandle: Data(prepared.userHandle.bytes), recordIdentifier: nil)
    return CredentialRequestValue(
      type: .passkeyRegistration, identity: identity, clientDataHash: Data(prepared.clientDataHash),
      userVerification: prepared.userVerification.rawValue, supportedAlgorithms: prepared.algorithms.map(\.rawValue),
      excludedCredentialIDs: prepared.excludeCredentialIDs.map { Data($0.bytes) }, displayName: prepared.userDisplayName,
      extensions: extensions)
  }

  private var extensions: PasskeyExtensionInputsValue? {
    let wanted = prepared.extensions
    guard wanted.wantsPRF || wanted.largeBlobSupport != nil || wanted.credentialProtectionPolicy != nil else { return nil }
    var value = PasskeyExtensionInputsValue()
    value.wantsPRF = wanted.wantsPRF
    value.salts = wanted.prfSalts.map(PasskeyExtensionInputsValue.Salts.init)
    value.largeBlobSupport = wanted.largeBlobSupport.map { $0 == .required ? "required" : "preferred" }
    value.protectionPolicy = wanted.credentialProtectionPolicy
    return value
  }

  var relyingPartyID: String { prepared.relyingPartyID.name }

  /// Assembles what the page is given.
  func response(
    credentialID: [UInt8], attestationObject: [UInt8], extensions: ProviderExtensions
  ) throws(ClientFailure) -> JSONValue {
    JSONValue(of: try checkedResponse(credentialID: credentialID, attestationObject: attestationObject, extensions: extensions))
  }

  /// Assembles the response, once it is found to hold together.
  func checkedResponse(
    credentialID: [UInt8], attestationObject: [UInt8], extensions: ProviderExtensions
  ) throws(ClientFailure) -> RegistrationResponseJSON {
    guard let credentialID = CredentialID(credentialID) else { throw ClientFailure(.providerFailed, exception: "NotAllowedError") }
    var answer = CreationAnswer(attestationObject: attestationObject, credentialID: credentialID)
    answer.hasPRF = extensions.hasPRF
    answer.prfResults = extensions.prfResults
    answer.keepsLargeBlob = extensions.keepsLargeBlob
    do throws(WebAuthnClientError) {
      return try prepared.response(to: answer)
    } catch {
      throw ClientFailure(.providerFailed, exception: error.exception.rawValue)
    }
  }
}
