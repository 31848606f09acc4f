// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// One of the requests that an app performs together (Apple: `ASAuthorizationRequest` and its subclasses); bytes are encoded in base64.
package enum AppRequestValue: Hashable, Sendable {
  /// Apple: `ASAuthorizationPasswordRequest`.
  case password
  /// Apple: `ASAuthorizationPlatformPublicKeyCredentialAssertionRequest`.
  case passkeyAssertion(AppPasskeyAssertionValue)
  /// Apple: `ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest`.
  case passkeyRegistration(AppPasskeyRegistrationValue)
}

/// An app's request to sign in with a passkey.
package struct AppPasskeyAssertionValue: Codable, Hashable, Sendable {
  /// The relying party, which must be associated with the app.
  package var relyingParty: String
  /// The service's challenge.
  package var challenge: Data
  /// The acceptable credentials; empty means any.
  package var allowedCredentials: [Data]
  /// `required`, `preferred` or `discouraged`.
  package var userVerification: String
  /// The inputs of the extensions; the salts are the app's own, not hashed yet.
  package var extensions: PasskeyExtensionInputsValue?

  /// Creates an assertion request.
  package init(
    relyingParty: String, challenge: Data, allowedCredentials: [Data] = [], userVerification: String = "preferred",
    extensions: PasskeyExtensionInputsValue? = nil
  ) {
    self.relyingParty = relyingParty
    self.challenge = challenge
    self.allowedCredentials = allowedCredentials
    self.userVerification = userVerification
    self.extensions = extensions
  }
}

/// An app's request to create a passkey.
package struct AppPasskeyRegistrationValue: Codable, Hashable, Sendable {
  /// The relying party, which must be associated with the app.
  package var relyingParty: String
  /// The service's challenge.
  package var challenge: Data
  /// The account's name.
  package var userName: String
  /// The user's display name.
  package var displayName: String?
  /// The user handle that sign-ins with the passkey return.
  package var userID: Data
  /// `required`, `preferred` or `discouraged`.
  package var userVerification: String
  /// `none`, `indirect`, `direct` or `enterprise`.
  package var attestation: String
  /// The credentials that must not exist here already.
  package var excludedCredentials: [Data]
  /// Whether the passkey is only wanted if the user need not be asked (Apple: `RequestStyle.conditional`).
  package var isConditional: Bool
  /// The inputs of the extensions; the salts are the app's own, not hashed yet.
  package var extensions: PasskeyExtensionInputsValue?

  /// Creates a registration request.
  package init(
    relyingParty: String, challenge: Data, userName: String, displayName: String? = nil, userID: Data,
    userVerification: String = "preferred", attestation: String = "none", excludedCredentials: [Data] = [], isConditional: Bool = false,
    extensions: PasskeyExtensionInputsValue? = nil
  ) {
    self.relyingParty = relyingParty
    self.challenge = challenge
    self.userName = userName
    self.displayName = displayName
    self.userID = userID
    self.userVerification = userVerification
    self.attestation = attestation
    self.excludedCredentials = excludedCredentials
    self.isConditional = isConditional
    self.extensions = extensions
  }
}

/// The way in which an app performs its requests.
package enum AppRequestMode: String, Codable, Sendable {
  /// Apple: `performRequests()`.
  case modal
  /// Apple: `performRequests(options: .preferImmediatelyAvailableCredentials)`.
  case immediate
  /// Apple: `performAutoFillAssistedRequests()`.
  case autofill
}

extension AppRequestValue: Codable {
  private enum Key: String, CodingKey { case type }

  private enum Kind: String, Codable {
    case password
    case passkeyAssertion = "passkey-assertion"
    case passkeyRegistration = "passkey-registration"
  }

  package init(from decoder: any Decoder) throws {
    switch try decoder.container(keyedBy: Key.self).decode(Kind.self, forKey: .type) {
    case .password: self = .password
    case .passkeyAssertion: self = .passkeyAssertion(try AppPasskeyAssertionValue(from: decoder))
    case .passkeyRegistration: self = .passkeyRegistration(try AppPasskeyRegistrationValue(from: decoder))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .password:
      try values.encode(Kind.password, forKey: .type)
    case .passkeyAssertion(let request):
      try values.encode(Kind.passkeyAssertion, forKey: .type)
      try request.encode(to: encoder)
    case .passkeyRegistration(let request):
      try values.encode(Kind.passkeyRegistration, forKey: .type)
      try request.encode(to: encoder)
    }
  }
}
