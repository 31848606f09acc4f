// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Opens the settings that concern a provider's app.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
open class ASSettingsHelper: NSObject {
  /// Opens the list of providers in the settings.
  @preconcurrency
  open class func openCredentialProviderAppSettings(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    Task { await completionHandler.report { try await SystemRequests.openSettings(.credentialProviders) } }
  }

  /// Opens the list of providers in the settings.
  ///
  /// - Throws: ``ASAuthorizationError`` if no program can show settings.
  open class func openCredentialProviderAppSettings() async throws {
    try await SystemRequests.openSettings(.credentialProviders)
  }

  /// Opens the setting for the app that opens links for setting up one-time codes.
  @preconcurrency
  open class func openVerificationCodeAppSettings(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    Task { await completionHandler.report { try await SystemRequests.openSettings(.verificationCodes) } }
  }

  /// Opens the setting for the app that opens links for setting up one-time codes.
  ///
  /// - Throws: ``ASAuthorizationError`` if no program can show settings.
  open class func openVerificationCodeAppSettings() async throws {
    try await SystemRequests.openSettings(.verificationCodes)
  }

  /// Shows the settings in which the user can enable this app's provider, unless it is already enabled. Wait ten seconds between two calls.
  ///
  /// - Parameter completionHandler: Called with true if the provider is already enabled; otherwise with false, because the user has not
  ///   decided yet. Check the identity store's state later.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  @preconcurrency
  open class func requestToTurnOnCredentialProviderExtension(completionHandler: @escaping @Sendable (Bool) -> Void) {
    Task { completionHandler(await SystemRequests.requestToTurnOnProvider()) }
  }

  /// Shows the settings in which the user can enable this app's provider, unless it is already enabled. Returns true if it is; otherwise
  /// false, because the user has not decided yet.
  ///
  /// Wait ten seconds between two calls, and check the identity store's state later.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  @discardableResult
  open class func requestToTurnOnCredentialProviderExtension() async -> Bool {
    await SystemRequests.requestToTurnOnProvider()
  }
}

extension Optional where Wrapped == @Sendable ((any Error)?) -> Void {
  fileprivate func report(_ work: () async throws -> Void) async {
    do {
      try await work()
      self?(nil)
    } catch {
      self?(error)
    }
  }
}
