// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
public import SecretMemory

/// A provider that takes `otpauth:` and `apple-otpauth:` links; on Apple's systems such a link is opened in an app instead.
///
/// Declare it by `PassfoldCredentialProviderCapabilities` ▸ `SetsUpVerificationCodes` in the `Info.plist`.
@MainActor
public protocol VerificationCodeSetupHandling: ASCredentialProviderViewController {
  /// Prepares to add the verification code that a link describes, once the person agrees.
  ///
  /// End it with ``AuthenticationServices/ASCredentialProviderExtensionContext/completeVerificationCodeSetupRequest(service:account:)`` or a
  /// cancellation.
  ///
  /// - Parameters:
  ///   - link: The link in UTF-8, which holds the secret of the code.
  ///   - services: The page that the link was on, most specific first; empty when unknown.
  func prepareInterface(forVerificationCodeSetup link: SharedSecret, services: [ASCredentialServiceIdentifier])
}

extension ASCredentialProviderExtensionContext {
  /// Ends the request: the verification code was added.
  ///
  /// - Parameters:
  ///   - service: The service that the person was shown.
  ///   - account: The account that the person was shown.
  /// - Returns: True when the request was over before.
  @discardableResult
  public func completeVerificationCodeSetupRequest(service: String, account: String) -> Bool {
    request?.complete(with: .verificationCodeSetup, .verificationCodeSetup(service: service, account: account)) ?? true
  }
}
