// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Asks for an account with a passkey in one step; ends as `deviceNotConfiguredForPasskeyCreation`.
// @unchecked: as its superclass; an app that changes a request does so before it is performed, from where it made it.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
open class ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest: ASAuthorizationRequest, @unchecked Sendable {
  /// The kinds of contact that will do.
  public let acceptedContactIdentifiers: [ASContactIdentifierRequest]
  /// Whether the person's name is wanted as well.
  public let shouldRequestName: Bool
  /// The RP ID.
  public let relyingPartyIdentifier: String
  /// The service's challenge.
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

  /// Returns nil: no archive holds such a request.
  public required init?(coder: NSCoder) {
    return nil
  }
}
