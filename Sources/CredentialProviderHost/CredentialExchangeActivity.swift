// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import AuthenticationServices
public import Foundation

/// Tells a provider that another one's credentials wait for it: what an `NSUserActivity` is on Apple's systems.
public struct CredentialExchangeActivity: Sendable {
  /// `ASCredentialExchangeActivity`.
  public let activityType: String
  /// The token, under `ASCredentialImportToken`.
  public let userInfo: [String: UUID]?
  /// The other provider's name for people, by the word of the system; what stands in the data, that provider says of itself.
  public let exporter: String
  /// Whether the person only wants to see what would come in; the provider that comes with Passfold alone is asked for that.
  package let isPreview: Bool

  /// Makes an activity, for tests.
  public init(token: UUID, exporter: String) { self.init(token: token, exporter: exporter, isPreview: false) }

  /// Makes an activity.
  package init(token: UUID, exporter: String, isPreview: Bool) {
    activityType = ASCredentialExchangeActivity
    userInfo = [ASCredentialImportToken: token]
    self.exporter = exporter
    self.isPreview = isPreview
  }
}
