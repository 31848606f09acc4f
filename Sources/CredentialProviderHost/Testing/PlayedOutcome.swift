// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
internal import Foundation
internal import SecretMemory

/// The result of a request that a test played.
///
/// More cases may be added: in another package, a `switch` needs `@unknown default`.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum PlayedOutcome: Hashable, Sendable {
  /// A new password with value equality, for comparison; Apple's class compares identity.
  public struct GeneratedPassword: Hashable, Sendable {
    /// The kind of password, as stated by the provider.
    public let kind: ASGeneratedPassword.Kind
    /// The password.
    public let value: String

    /// Creates an expected password.
    public init(kind: ASGeneratedPassword.Kind, value: String) {
      self.kind = kind
      self.value = value
    }
  }

  /// A user name and password to fill.
  case password(user: String, password: String)
  /// A code to fill, as the provider wrote it.
  case oneTimeCode(String)
  /// A sign-in with a passkey, in the members of `ASPasskeyAssertionCredential`.
  case passkeyAssertion(
    userHandle: Data, relyingParty: String, signature: Data, clientDataHash: Data, authenticatorData: Data, credentialID: Data)
  /// A new passkey, in the members of `ASPasskeyRegistrationCredential`.
  case passkeyRegistration(relyingParty: String, clientDataHash: Data, credentialID: Data, attestationObject: Data)
  /// A text that the user chose in the provider's list.
  case textToInsert(String)
  /// The provider stored the password that it was asked to save.
  case passwordSaved
  /// New passwords, in order of preference.
  case generatedPasswords([GeneratedPassword])
  /// The provider's configuration finished normally.
  case configured
  /// The credentials were exported.
  case credentialsExported
  /// The imported credentials were stored.
  case credentialsImported
  /// A one-time code was set up, with the display names of its service and account.
  case verificationCodeSetup(service: String, account: String)
  /// The provider cancelled. An error of another domain counts as failed. `reason` is the code that the provider added, such as
  /// `methodNotOverridden`.
  case canceled(ASExtensionError.Code, reason: String?)
  /// The provider's main loop ended.
  case connectionLost

  init(_ result: ProviderResult, secret: SharedSecret?) {
    let bytes = secret.map { $0.withBytes { Array($0) } } ?? []
    let text = String(decoding: bytes, as: UTF8.self)
    switch result {
    case .password(let user): self = .password(user: user, password: text)
    case .oneTimeCode: self = .oneTimeCode(text)
    case .passkeyAssertion(let handle, let relyingParty, let signature, let hash, let data, let credential, _):
      self = .passkeyAssertion(
        userHandle: handle, relyingParty: relyingParty, signature: signature, clientDataHash: hash, authenticatorData: data,
        credentialID: credential)
    case .passkeyRegistration(let relyingParty, let hash, let credential, let attestation, _):
      self = .passkeyRegistration(
        relyingParty: relyingParty, clientDataHash: hash, credentialID: credential, attestationObject: attestation)
    case .verificationCodeSetup(let service, let account): self = .verificationCodeSetup(service: service, account: account)
    case .textToInsert: self = .textToInsert(text)
    case .passwordSaved: self = .passwordSaved
    case .configured: self = .configured
    case .credentialsExported: self = .credentialsExported
    case .credentialsImported: self = .credentialsImported
    case .generatedPasswords(let passwords):
      var rest = bytes[...]
      self = .generatedPasswords(
        passwords.map { password in
          defer { rest = rest.dropFirst(password.byteCount) }
          return GeneratedPassword(
            kind: .init(password.kind), value: String(decoding: rest.prefix(password.byteCount), as: UTF8.self))
        })
    }
  }
}
