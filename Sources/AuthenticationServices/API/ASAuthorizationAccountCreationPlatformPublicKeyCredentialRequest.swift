// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request for a new account with a passkey in one step. It always ends with `deviceNotConfiguredForPasskeyCreation`.
// @unchecked: like its superclass. Apps change a request only before it is performed, and only where they created it.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
open class ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest: ASAuthorizationRequest, @unchecked Sendable {
  /// The acceptable kinds of contact.
  public let acceptedContactIdentifiers: [ASContactIdentifierRequest]
  /// Whether the user's name is also requested.
  public let shouldRequestName: Bool
  /// The RP ID.
  public let relyingPartyIdentifier: String
  /// The challenge from the service.
  public let challenge: Data
  /// The user handle.
  public let userID: Data

  init(
    provider: ASAuthorizationAccountCreationProvider, acceptedContactIdentifiers: [ASContactIdentifierRequest], shouldRequestName: Bool,
    relyingPartyIdentifier: String, challenge: Data, userID: Data
  ) {
    self.acceptedContactIdentifiers = acceptedContactIdentifiers
    self.shouldRequestName = shouldRequestName
    self.relyingPartyIdentifier = relyingPartyIdentifier
    self.challenge = challenge
    self.userID = userID
    super.init(provider: provider)
  }

  /// Returns nil: archives cannot contain such a request.
  public required init?(coder: NSCoder) {
    return nil
  }
}
