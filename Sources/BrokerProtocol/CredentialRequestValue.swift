// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A request for one credential, as the broker passes it to a provider (Apple: `ASCredentialRequest` and its classes).
package struct CredentialRequestValue: Codable, Hashable, Sendable {
  /// The requested kind of credential; raw values are those of Apple's `ASCredentialRequestType`.
  package enum RequestType: Int, Codable, Sendable {
    case password = 0
    case passkeyAssertion = 1
    case passkeyRegistration = 2
    case oneTimeCode = 3
  }

  /// The requested kind of credential.
  package var type: RequestType
  /// The account; for a registration the account to be created, with an empty credential ID.
  package var identity: CredentialIdentityValue
  /// SHA-256 of the client data, 32 bytes; passkey requests only.
  package var clientDataHash: Data?
  /// `required`, `preferred` or `discouraged`; passkey requests only.
  package var userVerification: String?
  /// The COSE algorithm numbers in the relying party's order; empty except for a registration.
  package var supportedAlgorithms: [Int]
  /// The credentials that must not exist here already; registrations only.
  package var excludedCredentialIDs: [Data]
  /// The display name that the relying party gave the user; registrations only.
  package var displayName: String?
  /// The inputs of the extensions; passkey requests only.
  package var extensions: PasskeyExtensionInputsValue?

  /// Creates a request for a password or a one-time code.
  package init(type: RequestType, identity: CredentialIdentityValue) {
    self.type = type
    self.identity = identity
    self.supportedAlgorithms = []
    self.excludedCredentialIDs = []
  }

  /// Creates a request for a passkey assertion or registration.
  package init(
    type: RequestType, identity: CredentialIdentityValue, clientDataHash: Data, userVerification: String, supportedAlgorithms: [Int] = [],
    excludedCredentialIDs: [Data] = [], displayName: String? = nil, extensions: PasskeyExtensionInputsValue? = nil
  ) {
    self.type = type
    self.identity = identity
    self.clientDataHash = clientDataHash
    self.userVerification = userVerification
    self.supportedAlgorithms = supportedAlgorithms
    self.excludedCredentialIDs = excludedCredentialIDs
    self.displayName = displayName
    self.extensions = extensions
  }
}

/// The passkey part of a list request (Apple: `ASPasskeyCredentialRequestParameters`).
package struct PasskeyParametersValue: Codable, Hashable, Sendable {
  /// The requesting relying party.
  package var relyingPartyIdentifier: String
  /// SHA-256 of the client data, 32 bytes.
  package var clientDataHash: Data
  /// `required`, `preferred` or `discouraged`.
  package var userVerification: String
  /// The acceptable credentials; empty means any.
  package var allowedCredentials: [Data]
  /// The inputs of the extensions.
  package var extensions: PasskeyExtensionInputsValue?

  /// Creates the parameters of the pending assertion.
  package init(
    relyingPartyIdentifier: String, clientDataHash: Data, userVerification: String, allowedCredentials: [Data],
    extensions: PasskeyExtensionInputsValue? = nil
  ) {
    self.relyingPartyIdentifier = relyingPartyIdentifier
    self.clientDataHash = clientDataHash
    self.userVerification = userVerification
    self.allowedCredentials = allowedCredentials
    self.extensions = extensions
  }
}
