// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import WebAuthnClient
import WebAuthnModel
import WebDomains

/// A page's pending registration, between the client's algorithms and a provider.
struct PreparedPasskeyRegistration: Sendable {
  private let prepared: PreparedCreation
  /// Whether it is created only without a prompt.
  let isConditional: Bool
  /// The caller, for finding a sign-in just before.
  let caller: RecentFills.Caller

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
    self.isConditional = isConditional
    self.caller = RecentFills.Caller(host: caller.origin.host.serialized, relyingPartyID: prepared.relyingPartyID.name)
  }

  /// Runs the client's steps on an app's options.
  ///
  /// - Throws: As for a page.
  init(options: PublicKeyCredentialCreationOptionsJSON, caller: JudgedCaller, isConditional: Bool) throws(ClientFailure) {
    do throws(WebAuthnClientError) {
      prepared = try PreparedCreation(
        options: options, caller: caller.webAuthnCaller, mediation: isConditional ? .conditional : .modal, supporting: .all)
    } catch {
      throw ClientFailure(error)
    }
    self.isConditional = isConditional
    self.caller = RecentFills.Caller(host: caller.origin.host.serialized, relyingPartyID: prepared.relyingPartyID.name)
  }

  /// The request to the provider for new passkeys.
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

  /// The account's name, as far as it is stored.
  var userName: String { prepared.userName }

  /// The time limit for the user.
  var timeout: Duration { prepared.timeout }

  /// Returns the response for the page.
  func response(_ registration: ProviderRegistration) throws(ClientFailure) -> JSONValue {
    JSONValue(of: try checkedResponse(registration))
  }

  /// Returns the response after verifying its consistency.
  func checkedResponse(_ registration: ProviderRegistration) throws(ClientFailure) -> RegistrationResponseJSON {
    guard let credentialID = CredentialID(registration.credentialID) else {
      throw ClientFailure(.providerFailed, exception: "NotAllowedError")
    }
    var answer = CreationAnswer(attestationObject: registration.attestationObject, credentialID: credentialID)
    answer.hasPRF = registration.extensions.hasPRF
    answer.prfResults = registration.extensions.prfResults
    answer.keepsLargeBlob = registration.extensions.keepsLargeBlob
    do throws(WebAuthnClientError) {
      return try prepared.response(to: answer)
    } catch {
      throw ClientFailure(.providerFailed, exception: error.exception.rawValue)
    }
  }
}
