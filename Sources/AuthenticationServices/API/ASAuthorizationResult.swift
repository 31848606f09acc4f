// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The result of an ``AuthorizationController``, by kind.
@available(iOS 16.4, macOS 13.3, visionOS 1.0, *)
public enum ASAuthorizationResult: Sendable {
  /// A user name and password.
  case password(ASPasswordCredential)
  /// Sign in with Apple; never returned here.
  case appleID(ASAuthorizationAppleIDCredential)
  /// A signature by a passkey.
  case passkeyAssertion(ASAuthorizationPlatformPublicKeyCredentialAssertion)
  /// A new passkey.
  case passkeyRegistration(ASAuthorizationPlatformPublicKeyCredentialRegistration)
  /// A signature by a security key; never returned here.
  case securityKeyAssertion(ASAuthorizationSecurityKeyPublicKeyCredentialAssertion)
  /// A new credential on a security key; never returned here.
  case securityKeyRegistration(ASAuthorizationSecurityKeyPublicKeyCredentialRegistration)
  /// A new account with a passkey; never returned here.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  case passkeyAccountCreation(ASAuthorizationAccountCreationPlatformPublicKeyCredential)

  /// Creates a result from a credential; nil for a class that no request here returns.
  init?(_ credential: any ASAuthorizationCredential) {
    switch credential {
    case let credential as ASPasswordCredential: self = .password(credential)
    case let credential as ASAuthorizationPlatformPublicKeyCredentialAssertion: self = .passkeyAssertion(credential)
    case let credential as ASAuthorizationPlatformPublicKeyCredentialRegistration: self = .passkeyRegistration(credential)
    default: return nil
    }
  }
}
