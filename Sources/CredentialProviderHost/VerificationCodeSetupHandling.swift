// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
public import SecretMemory

/// A provider that accepts `otpauth:` and `apple-otpauth:` links. On Apple's systems, such a link opens an app instead.
///
/// Declare it with `PassfoldCredentialProviderCapabilities` ▸ `SetsUpVerificationCodes` in the `Info.plist`.
@MainActor
public protocol VerificationCodeSetupHandling: ASCredentialProviderViewController {
  /// Prepares to add the one-time code that a link describes, once the user agrees.
  ///
  /// End the request with
  /// ``AuthenticationServices/ASCredentialProviderExtensionContext/completeVerificationCodeSetupRequest(service:account:)`` or a
  /// cancellation.
  ///
  /// - Parameters:
  ///   - link: The link in UTF-8, which contains the secret of the code.
  ///   - services: The page that contained the link, most specific first; empty if unknown.
  func prepareInterface(forVerificationCodeSetup link: SharedSecret, services: [ASCredentialServiceIdentifier])
}

extension ASCredentialProviderExtensionContext {
  /// Ends the request: the one-time code was added.
  ///
  /// - Parameters:
  ///   - service: The service that the user was shown.
  ///   - account: The account that the user was shown.
  /// - Returns: True if the request had already ended.
  @discardableResult
  public func completeVerificationCodeSetupRequest(service: String, account: String) -> Bool {
    request?.complete(with: .verificationCodeSetup, .verificationCodeSetup(service: service, account: account)) ?? true
  }
}
