// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Dispatch
internal import Foundation
internal import SecretMemory

/// What completes a request, on its way to the broker.
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
  /// Hands the credential over; true ("expired") when the request was over before.
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

  /// Hands a new passkey over, and returns when it is known whether the system has it. What was kept for it can be taken back where it has not:
  /// the page may give a request up while its answer is on its way.
  package nonisolated(nonsending) func deliver(_ credential: ASPasskeyRegistrationCredential) async -> ProviderRequest.Receipt {
    guard let request, !finish(with: .passkeyRegistration(credential)) else { return .tooLate }
    return await request.receipt()
  }

  /// Hands the credential over and runs `handler` in the background.
  func finish(with credential: DeliveredCredential, _ handler: (@Sendable (Bool) -> Void)?) {
    let expired = finish(with: credential)
    guard let handler else { return }
    DispatchQueue.global(qos: .background).async { handler(expired) }
  }
}
