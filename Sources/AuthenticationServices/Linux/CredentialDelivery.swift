// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Dispatch
internal import Foundation
internal import SecretMemory

/// A result that completes a request, to be sent to the broker.
enum DeliveredCredential {
  case password(ASPasswordCredential)
  case oneTimeCode(ASOneTimeCodeCredential)
  case passkeyAssertion(ASPasskeyAssertionCredential)
  case passkeyRegistration(ASPasskeyRegistrationCredential)
  case textToInsert(String)
  case passwordSaved
  case generatedPasswords([ASGeneratedPassword])
  case configured
}

extension ASCredentialProviderExtensionContext {
  /// Sends the credential. Returns true ("expired") if the request had already ended.
  func finish(with credential: DeliveredCredential) -> Bool {
    guard let request else { return true }
    switch credential {
    case .password(let credential):
      let secret = SharedSecret(copying: credential.password.utf8)
      return request.complete(with: .password, .password(user: credential.user), secret: secret)
    case .oneTimeCode(let credential):
      return request.complete(with: .oneTimeCode, .oneTimeCode, secret: SharedSecret(copying: credential.code.utf8))
    case .passkeyAssertion(let credential):
      let extensions = DeliveredExtensions(credential.extensionOutput)
      return request.complete(
        with: .passkeyAssertion,
        .passkeyAssertion(
          userHandle: credential.userHandle, relyingParty: credential.relyingParty, signature: credential.signature,
          clientDataHash: credential.clientDataHash, authenticatorData: credential.authenticatorData, credentialID: credential.credentialID,
          extensions: extensions.outputs), secret: extensions.secret)
    case .passkeyRegistration(let credential):
      let extensions = DeliveredExtensions(credential.extensionOutput)
      return request.complete(
        with: .passkeyRegistration,
        .passkeyRegistration(
          relyingParty: credential.relyingParty, clientDataHash: credential.clientDataHash, credentialID: credential.credentialID,
          attestationObject: credential.attestationObject, extensions: extensions.outputs), secret: extensions.secret)
    case .textToInsert(let text):
      return request.complete(with: .textToInsert, .textToInsert, secret: SharedSecret(copying: text.utf8))
    case .passwordSaved:
      return request.complete(with: .passwordSaved, .passwordSaved)
    case .generatedPasswords(let passwords):
      let values = passwords.map { GeneratedPasswordValue(kind: $0.kind.rawValue, byteCount: $0.value.utf8.count) }
      let secret = SharedSecret(copying: passwords.lazy.flatMap(\.value.utf8))
      return request.complete(with: .generatedPasswords, .generatedPasswords(values), secret: secret)
    case .configured:
      return request.complete(with: .configured, .configured)
    }
  }

  /// Sends a new passkey, and returns when it is known whether the system has received it. If not, the provider can delete what it stored:
  /// the page may cancel a request while its answer is being sent.
  package nonisolated(nonsending) func deliver(_ credential: ASPasskeyRegistrationCredential) async -> ProviderRequest.Receipt {
    guard let request, !finish(with: .passkeyRegistration(credential)) else { return .tooLate }
    return await request.receipt()
  }

  /// Sends the credential and calls `handler` in the background.
  func finish(with credential: DeliveredCredential, _ handler: (@Sendable (Bool) -> Void)?) {
    let expired = finish(with: credential)
    guard let handler else { return }
    DispatchQueue.global(qos: .background).async { handler(expired) }
  }
}
