// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A passkey as visible to a browser before the user picks one.
@available(iOS 17.4, macOS 13.3, *)
public struct ASAuthorizationWebBrowserPlatformPublicKeyCredential: Sendable {
  /// The account's name.
  public let name: String
  /// The user's own name for the account.
  public let customTitle: String
  /// The RP ID.
  public let relyingParty: String
  /// The credential ID.
  public let credentialID: Data
  /// The user handle.
  public let userHandle: Data
  /// The provider that stores the passkey.
  public let providerName: String
}
