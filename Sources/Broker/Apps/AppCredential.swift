// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import SecretMemory
import WebAuthnModel

extension PreparedPasskeyAssertion {
  /// Returns the app's result for an assertion, and its secret part.
  ///
  /// - Throws: `providerFailed` if the provider's answer is inconsistent.
  func appCredential(_ assertion: ProviderAssertion) throws(ClientFailure) -> (AppCredentialValue, SharedSecret?) {
    let response = try checkedResponse(assertion)
    let results = AppExtensionResults(response.clientExtensionResults)
    let result = AppPasskeyAssertionResult(
      credentialID: Data(response.rawId.bytes), clientDataJSON: Data(response.response.clientDataJSON.bytes),
      authenticatorData: Data(response.response.authenticatorData.bytes), signature: Data(response.response.signature.bytes),
      userID: Data(response.response.userHandle?.bytes ?? []), extensions: results.outputs)
    return (.passkeyAssertion(result), results.secret)
  }
}

extension PreparedPasskeyRegistration {
  /// Returns the app's result for a new passkey, and its secret part.
  ///
  /// - Throws: `providerFailed` if the provider's answer is inconsistent.
  func appCredential(_ registration: ProviderRegistration) throws(ClientFailure) -> (AppCredentialValue, SharedSecret?) {
    let response = try checkedResponse(registration)
    let results = AppExtensionResults(response.clientExtensionResults)
    let result = AppPasskeyRegistrationResult(
      credentialID: Data(response.rawId.bytes), clientDataJSON: Data(response.response.clientDataJSON.bytes),
      attestationObject: Data(response.response.attestationObject.bytes), extensions: results.outputs)
    return (.passkeyRegistration(result), results.secret)
  }
}

/// The client's extension outputs for an app, with their secrets moved to the frame's secret part.
private struct AppExtensionResults {
  private(set) var outputs: PasskeyExtensionOutputsValue?
  private(set) var secret: SharedSecret?

  init(_ results: AuthenticationExtensionsClientOutputsJSON?) {
    guard let results, results.prf != nil || results.largeBlob != nil else { return }
    var value = PasskeyExtensionOutputsValue()
    value.hasPRF = results.prf?.enabled
    value.keepsLargeBlob = results.largeBlob?.supported
    value.wroteLargeBlob = results.largeBlob?.written
    let keys = [results.prf?.results?.first, results.prf?.results?.second].compactMap { $0?.bytes }
    value.prfResultCount = keys.count
    value.largeBlobByteCount = results.largeBlob?.blob?.bytes.count
    let bytes = keys.flatMap { $0 } + (results.largeBlob?.blob?.bytes ?? [])
    outputs = value
    secret = bytes.isEmpty ? nil : SharedSecret(copying: bytes)
  }
}
