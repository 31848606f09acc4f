// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Crypto
internal import Foundation
internal import SecretMemory

extension ASAuthorization {
  /// Creates an authorization from the broker's answer to one of an app's requests.
  ///
  /// - Returns: nil if it answers none of them, or its parts are inconsistent.
  convenience init?(_ credential: AppCredentialValue, secret: SecretMemory.SharedSecret?, answering requests: [ASAuthorizationRequest]) {
    switch credential {
    case .password(let user):
      guard let request = requests.first(where: { $0 is ASAuthorizationPasswordRequest }), let secret,
        let password = secret.withBytes({ String(validating: $0, as: UTF8.self) })
      else { return nil }
      self.init(provider: request.provider, credential: ASPasswordCredential(user: user, password: password))
    case .passkeyAssertion(let result):
      guard let request = requests.first(where: { $0 is ASAuthorizationPlatformPublicKeyCredentialAssertionRequest }),
        let outputs = ReceivedExtensions(result.extensions, secret: secret)
      else { return nil }
      self.init(
        provider: request.provider,
        credential: ASAuthorizationPlatformPublicKeyCredentialAssertion(
          rawClientDataJSON: result.clientDataJSON, credentialID: result.credentialID, rawAuthenticatorData: result.authenticatorData,
          userID: result.userID, signature: result.signature,
          largeBlob: outputs.assertionLargeBlob(of: request), prf: outputs.assertionPRF))
    case .passkeyRegistration(let result):
      guard let request = requests.first(where: { $0 is ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest }),
        let outputs = ReceivedExtensions(result.extensions, secret: secret)
      else { return nil }
      self.init(
        provider: request.provider,
        credential: ASAuthorizationPlatformPublicKeyCredentialRegistration(
          rawClientDataJSON: result.clientDataJSON, credentialID: result.credentialID, rawAttestationObject: result.attestationObject,
          largeBlob: outputs.registrationLargeBlob, prf: outputs.registrationPRF))
    }
  }
}

/// The outputs of a passkey request's extensions, combined from the JSON and the secret part.
private struct ReceivedExtensions {
  private let outputs: PasskeyExtensionOutputsValue?
  private let keys: [SymmetricKey]
  private let blob: Data?

  /// Combines the two; nil if they are inconsistent.
  init?(_ outputs: PasskeyExtensionOutputsValue?, secret: SecretMemory.SharedSecret?) {
    let length = PasskeyExtensionOutputsValue.prfResultByteCount
    let count = outputs?.prfResultCount ?? 0
    let blobByteCount = outputs?.largeBlobByteCount ?? 0
    guard (0...2).contains(count), blobByteCount >= 0, (secret?.byteCount ?? 0) == count * length + blobByteCount else { return nil }
    self.outputs = outputs
    let bytes = secret?.withBytes { Array($0) } ?? []
    keys = (0..<count).map { SymmetricKey(data: bytes[($0 * length)..<(($0 + 1) * length)]) }
    blob = outputs?.largeBlobByteCount == nil ? nil : Data(bytes[(count * length)...])
  }

  var assertionPRF: ASAuthorizationPublicKeyCredentialPRFAssertionOutput? {
    keys.first.map { .init(first: $0, second: keys.dropFirst().first) }
  }

  var registrationPRF: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput? {
    guard let hasPRF = outputs?.hasPRF else { return nil }
    guard hasPRF else { return .unsupported }
    return keys.first.map { .init(first: $0, second: keys.dropFirst().first) } ?? .supported
  }

  /// Reading is answered even if there were no data.
  func assertionLargeBlob(of request: ASAuthorizationRequest) -> ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput? {
    switch (request as? ASAuthorizationPlatformPublicKeyCredentialAssertionRequest)?.largeBlob?.operation {
    case .read?: .read(data: blob)
    case .write?: .write(success: outputs?.wroteLargeBlob ?? false)
    case nil: nil
    }
  }

  var registrationLargeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput? {
    outputs?.keepsLargeBlob.map { $0 ? .supported : .unsupported }
  }
}
