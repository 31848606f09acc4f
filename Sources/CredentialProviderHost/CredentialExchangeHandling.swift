// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol

/// A provider that takes part in credential exchange. On Apple's systems, the provider's containing app does this.
///
/// Declare it with `SupportsCredentialExchange`, and `SupportedCredentialExchangeVersions` with `1.0`, in the `Info.plist`.
@MainActor
public protocol CredentialExchangeHandling: ASCredentialProviderViewController {
  /// Prepares to export all of the provider's credentials, as the user requested.
  ///
  /// Call `ASCredentialExportManager`, and end the request with
  /// ``AuthenticationServices/ASCredentialProviderExtensionContext/completeCredentialExportRequest()`` or a cancellation.
  func prepareInterfaceForCredentialExport()

  /// Prepares to import another provider's credentials, as a scene does on Apple's systems.
  ///
  /// Pass the activity's token to `ASCredentialImportManager`. End the request with
  /// ``AuthenticationServices/ASCredentialProviderExtensionContext/completeCredentialImportRequest()`` once all credentials are stored, or
  /// with a cancellation if none are. The other provider is notified of the result.
  func continueUserActivity(_ userActivity: CredentialExchangeActivity)
}

extension ASCredentialProviderExtensionContext {
  /// Ends the request: the credentials were exported.
  ///
  /// - Returns: True if the request had already ended.
  @discardableResult
  public func completeCredentialExportRequest() -> Bool { request?.complete(with: .credentialsExported, .credentialsExported) ?? true }

  /// Ends the request: the imported credentials are stored.
  ///
  /// - Returns: True if the request had already ended.
  @discardableResult
  public func completeCredentialImportRequest() -> Bool { request?.complete(with: .credentialsImported, .credentialsImported) ?? true }
}
