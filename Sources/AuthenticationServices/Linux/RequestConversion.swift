// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
internal import Foundation
package import SecretMemory

extension CredentialRequestValue {
  /// The corresponding Apple object; nil for a passkey request without the hash that a passkey would sign.
  package var credentialRequest: (any ASCredentialRequest)? {
    switch type {
    case .password: ASPasswordCredentialRequest(credentialIdentity: identity.passwordIdentity)
    case .oneTimeCode: ASOneTimeCodeCredentialRequest(credentialIdentity: identity.oneTimeCodeIdentity)
    case .passkeyAssertion, .passkeyRegistration: passkeyRequest
    }
  }

  private var passkeyRequest: ASPasskeyCredentialRequest? {
    guard let clientDataHash, clientDataHash.count == 32 else { return nil }
    let isRegistration = type == .passkeyRegistration
    return ASPasskeyCredentialRequest(
      type: isRegistration ? .passkeyRegistration : .passkeyAssertion, identity: identity.passkeyIdentity, clientDataHash: clientDataHash,
      userVerificationPreference: .init(userVerification ?? "preferred"),
      supportedAlgorithms: supportedAlgorithms.map { ASCOSEAlgorithmIdentifier($0) },
      excludedCredentials: isRegistration
        ? excludedCredentialIDs.map(ASAuthorizationPlatformPublicKeyCredentialDescriptor.init(credentialID:)) : nil,
      userDisplayName: displayName, extensions: extensions)
  }
}

extension PasskeyParametersValue {
  /// The corresponding Apple object.
  package var requestParameters: ASPasskeyCredentialRequestParameters {
    ASPasskeyCredentialRequestParameters(
      relyingPartyIdentifier: relyingPartyIdentifier, clientDataHash: clientDataHash,
      userVerificationPreference: .init(userVerification), allowedCredentials: allowedCredentials, extensions: extensions)
  }
}

extension SavePasswordRequestValue {
  /// Returns the corresponding Apple object; `password` is in UTF-8.
  package func savePasswordRequest(password: SharedSecret) -> ASSavePasswordRequest {
    let event: ASSavePasswordRequest.Event =
      switch event {
      case .userInitiated: .userInitiated
      case .formDidDisappear: .formDidDisappear
      case .generatedPasswordFilled: .generatedPasswordFilled
      }
    let credential = ASPasswordCredential(user: user, password: password.withBytes { String(decoding: $0, as: UTF8.self) })
    return ASSavePasswordRequest(
      serviceIdentifier: service.serviceIdentifier, credential: credential, title: title, sessionID: sessionID, event: event,
      passwordKind: passwordKind.map { ASGeneratedPassword.Kind($0) })
  }
}

extension GeneratePasswordsRequestValue {
  /// The corresponding Apple object.
  package var generatePasswordsRequest: ASGeneratePasswordsRequest {
    ASGeneratePasswordsRequest(
      serviceIdentifier: service.serviceIdentifier, passwordFieldPasswordRules: passwordFieldRules,
      confirmPasswordFieldPasswordRules: confirmFieldRules, passwordRulesFromQuirks: quirkRules)
  }
}
