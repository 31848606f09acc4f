// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
internal import Foundation
internal import SecretMemory

/// How a provider ended a request that a test played.
public enum PlayedOutcome: Hashable, Sendable {
  /// A new password, to compare: Apple's class counts by identity.
  public struct GeneratedPassword: Hashable, Sendable {
    /// How the provider says that it made the password.
    public let kind: ASGeneratedPassword.Kind
    /// The password.
    public let value: String

    /// Describes a password that a test expects.
    public init(kind: ASGeneratedPassword.Kind, value: String) {
      self.kind = kind
      self.value = value
    }
  }

  /// A password and its user name, to fill in.
  case password(user: String, password: String)
  /// A code to fill in, as the provider wrote it.
  case oneTimeCode(String)
  /// A sign-in with a passkey, in the members of `ASPasskeyAssertionCredential`.
  case passkeyAssertion(
    userHandle: Data, relyingParty: String, signature: Data, clientDataHash: Data, authenticatorData: Data, credentialID: Data)
  /// A new passkey, in the members of `ASPasskeyRegistrationCredential`.
  case passkeyRegistration(relyingParty: String, clientDataHash: Data, credentialID: Data, attestationObject: Data)
  /// Any text that the person chose in the provider's list.
  case textToInsert(String)
  /// The provider keeps the password that it was asked to save.
  case passwordSaved
  /// New passwords, best first.
  case generatedPasswords([GeneratedPassword])
  /// The provider's configuration ended as it should.
  case configured
  /// What the provider keeps was handed over.
  case credentialsExported
  /// What was handed over is kept.
  case credentialsImported
  /// A code is set up, for a service and an account by their names for people.
  case verificationCodeSetup(service: String, account: String)
  /// The provider cancelled; an error of a foreign domain counts as failed. `reason` is the code that it added, such as
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
