// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation

extension AppRequestValue {
  /// Creates the value for Apple's request; nil for a class that the broker does not support.
  init?(_ request: ASAuthorizationRequest) {
    switch request {
    case is ASAuthorizationPasswordRequest:
      self = .password
    case let request as ASAuthorizationPlatformPublicKeyCredentialAssertionRequest:
      let input = ASPasskeyAssertionCredentialExtensionInput(largeBlob: request.largeBlob, prf: request.prf)
      let isPlain = request.largeBlob == nil && request.prf == nil
      self = .passkeyAssertion(
        AppPasskeyAssertionValue(
          relyingParty: request.relyingPartyIdentifier, challenge: request.challenge,
          allowedCredentials: request.allowedCredentials.map(\.credentialID),
          userVerification: request.userVerificationPreference.rawValue,
          extensions: isPlain ? nil : PasskeyExtensionInputsValue(input)))
    case let request as ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest:
      let input = ASPasskeyRegistrationCredentialExtensionInput(largeBlob: request.largeBlob, prf: request.prf)
      let isPlain = request.largeBlob == nil && request.prf == nil
      self = .passkeyRegistration(
        AppPasskeyRegistrationValue(
          relyingParty: request.relyingPartyIdentifier, challenge: request.challenge, userName: request.name,
          displayName: request.displayName, userID: request.userID, userVerification: request.userVerificationPreference.rawValue,
          attestation: request.attestationPreference.rawValue,
          excludedCredentials: (request.excludedCredentials ?? []).map(\.credentialID),
          isConditional: request.requestStyle == .conditional, extensions: isPlain ? nil : PasskeyExtensionInputsValue(input)))
    default: return nil
    }
  }
}
