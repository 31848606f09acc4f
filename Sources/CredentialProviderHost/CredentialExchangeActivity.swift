// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import AuthenticationServices
public import Foundation

/// Notifies a provider that another provider's credentials are waiting; corresponds to `NSUserActivity` on Apple's systems.
public struct CredentialExchangeActivity: Sendable {
  /// The value `ASCredentialExchangeActivity`.
  public let activityType: String
  /// The token, under `ASCredentialImportToken`.
  public let userInfo: [String: UUID]?
  /// The other provider's display name, as the system knows it. A name inside the data is only that provider's own claim.
  public let exporter: String
  /// Whether the user only wants a preview of the import. Only the provider that comes with Passfold is asked for that.
  package let isPreview: Bool

  /// Creates an activity, for tests.
  public init(token: UUID, exporter: String) { self.init(token: token, exporter: exporter, isPreview: false) }

  /// Creates an activity.
  package init(token: UUID, exporter: String, isPreview: Bool) {
    activityType = ASCredentialExchangeActivity
    userInfo = [ASCredentialImportToken: token]
    self.exporter = exporter
    self.isPreview = isPreview
  }
}
