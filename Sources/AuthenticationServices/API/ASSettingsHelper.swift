// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Opens the settings that concern a provider's app.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
open class ASSettingsHelper: NSObject {
  /// Opens the list of providers.
  @preconcurrency
  open class func openCredentialProviderAppSettings(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    Task { await completionHandler.report { try await SystemRequests.openSettings(.credentialProviders) } }
  }

  /// Opens the list of providers.
  ///
  /// - Throws: ``ASAuthorizationError`` when there is nothing that shows settings.
  open class func openCredentialProviderAppSettings() async throws {
    try await SystemRequests.openSettings(.credentialProviders)
  }

  /// Opens the choice of the app that links for setting up verification codes go to.
  @preconcurrency
  open class func openVerificationCodeAppSettings(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    Task { await completionHandler.report { try await SystemRequests.openSettings(.verificationCodes) } }
  }

  /// Opens the choice of the app that links for setting up verification codes go to.
  ///
  /// - Throws: ``ASAuthorizationError`` when there is nothing that shows settings.
  open class func openVerificationCodeAppSettings() async throws {
    try await SystemRequests.openSettings(.verificationCodes)
  }

  /// Shows the person the settings, in which this app's provider can be enabled, unless it is; wait ten seconds between two calls.
  ///
  /// - Parameter completionHandler: Is told true for a provider that is enabled. Else it is told false, since nobody has decided by then: ask
  ///   the identity store for its state later.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  @preconcurrency
  open class func requestToTurnOnCredentialProviderExtension(completionHandler: @escaping @Sendable (Bool) -> Void) {
    Task { completionHandler(await SystemRequests.requestToTurnOnProvider()) }
  }

  /// Shows the person the settings, in which this app's provider can be enabled, unless it is, which is true; false, since nobody has
  /// decided by then.
  ///
  /// Wait ten seconds between two calls, and ask the identity store for its state later.
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
