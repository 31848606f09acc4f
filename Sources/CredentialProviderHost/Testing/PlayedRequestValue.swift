// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import AuthenticationServices
internal import BrokerProtocol

extension CredentialRequestValue {
  /// Creates the value for Apple's form of a request that a test created.
  init(playing request: any ASCredentialRequest) {
    let identity =
      CredentialIdentityValue(request.credentialIdentity)
      ?? CredentialIdentityValue(
        kind: .password, service: ServiceIdentifierValue(identifier: "", kind: .domain), user: "", recordIdentifier: nil)
    guard let passkey = request as? ASPasskeyCredentialRequest else {
      self.init(type: request.type == .oneTimeCode ? .oneTimeCode : .password, identity: identity)
      return
    }
    self.init(
      type: passkey.type == .passkeyRegistration ? .passkeyRegistration : .passkeyAssertion, identity: identity,
      clientDataHash: passkey.clientDataHash, userVerification: passkey.userVerificationPreference.rawValue,
      supportedAlgorithms: passkey.supportedAlgorithms.map(\.rawValue),
      excludedCredentialIDs: (passkey.excludedCredentials ?? []).map(\.credentialID), displayName: passkey.userDisplayName,
      extensions: passkey.extensions)
  }
}
