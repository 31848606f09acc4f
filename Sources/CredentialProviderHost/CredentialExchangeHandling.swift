// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol

/// A provider that takes part in the exchange of credentials; on Apple's systems the app around the provider does.
///
/// Declare it by `SupportsCredentialExchange`, and `SupportedCredentialExchangeVersions` with `1.0`, in the `Info.plist`.
@MainActor
public protocol CredentialExchangeHandling: ASCredentialProviderViewController {
  /// Prepares to hand over everything that the provider keeps, as the person told the system to.
  ///
  /// Call `ASCredentialExportManager`, and end the request with
  /// ``AuthenticationServices/ASCredentialProviderExtensionContext/completeCredentialExportRequest()`` or a cancellation.
  func prepareInterfaceForCredentialExport()

  /// Prepares to take what another provider hands over, as a scene does on Apple's systems.
  ///
  /// Give the activity's token to `ASCredentialImportManager`, and end the request with
  /// ``AuthenticationServices/ASCredentialProviderExtensionContext/completeCredentialImportRequest()`` once everything is kept, or with a
  /// cancellation where nothing is. The other provider hears which.
  func continueUserActivity(_ userActivity: CredentialExchangeActivity)
}

extension ASCredentialProviderExtensionContext {
  /// Ends the request: what the provider keeps was handed over.
  ///
  /// - Returns: True when the request was over before.
  @discardableResult
  public func completeCredentialExportRequest() -> Bool { request?.complete(with: .credentialsExported, .credentialsExported) ?? true }

  /// Ends the request: what was handed over is kept.
  ///
  /// - Returns: True when the request was over before.
  @discardableResult
  public func completeCredentialImportRequest() -> Bool { request?.complete(with: .credentialsImported, .credentialsImported) ?? true }
}
