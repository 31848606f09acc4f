// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The credential that an app's request returned (Apple: `ASAuthorization.credential`); bytes are encoded in base64.
///
/// A password, and the secret outputs of a passkey's extensions, are in the frame's secret part.
package enum AppCredentialValue: Hashable, Sendable {
  /// The secret part is the password in UTF-8.
  case password(user: String)
  /// Apple: `ASAuthorizationPlatformPublicKeyCredentialAssertion`.
  case passkeyAssertion(AppPasskeyAssertionResult)
  /// Apple: `ASAuthorizationPlatformPublicKeyCredentialRegistration`.
  case passkeyRegistration(AppPasskeyRegistrationResult)
}

/// A signed assertion, as the app sends it to its service.
package struct AppPasskeyAssertionResult: Codable, Hashable, Sendable {
  /// The passkey's credential ID.
  package var credentialID: Data
  /// The signed client data, as the broker wrote them.
  package var clientDataJSON: Data
  /// The signed authenticator data.
  package var authenticatorData: Data
  /// The signature.
  package var signature: Data
  /// The user handle; empty if the authenticator stored none.
  package var userID: Data
  /// The outputs of the extensions.
  package var extensions: PasskeyExtensionOutputsValue?

  /// Creates a result from its parts.
  package init(
    credentialID: Data, clientDataJSON: Data, authenticatorData: Data, signature: Data, userID: Data,
    extensions: PasskeyExtensionOutputsValue? = nil
  ) {
    self.credentialID = credentialID
    self.clientDataJSON = clientDataJSON
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userID = userID
    self.extensions = extensions
  }
}

/// A new passkey, as the app sends it to its service.
package struct AppPasskeyRegistrationResult: Codable, Hashable, Sendable {
  /// The passkey's credential ID.
  package var credentialID: Data
  /// The client data, as the broker wrote them.
  package var clientDataJSON: Data
  /// The attestation object with the public key.
  package var attestationObject: Data
  /// The outputs of the extensions.
  package var extensions: PasskeyExtensionOutputsValue?

  /// Creates a result from its parts.
  package init(credentialID: Data, clientDataJSON: Data, attestationObject: Data, extensions: PasskeyExtensionOutputsValue? = nil) {
    self.credentialID = credentialID
    self.clientDataJSON = clientDataJSON
    self.attestationObject = attestationObject
    self.extensions = extensions
  }
}

extension AppCredentialValue: Codable {
  private enum Key: String, CodingKey { case type, user }

  private enum Kind: String, Codable {
    case password
    case passkeyAssertion = "passkey-assertion"
    case passkeyRegistration = "passkey-registration"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    switch try values.decode(Kind.self, forKey: .type) {
    case .password: self = .password(user: try values.decode(String.self, forKey: .user))
    case .passkeyAssertion: self = .passkeyAssertion(try AppPasskeyAssertionResult(from: decoder))
    case .passkeyRegistration: self = .passkeyRegistration(try AppPasskeyRegistrationResult(from: decoder))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .password(let user):
      try values.encode(Kind.password, forKey: .type)
      try values.encode(user, forKey: .user)
    case .passkeyAssertion(let result):
      try values.encode(Kind.passkeyAssertion, forKey: .type)
      try result.encode(to: encoder)
    case .passkeyRegistration(let result):
      try values.encode(Kind.passkeyRegistration, forKey: .type)
      try result.encode(to: encoder)
    }
  }
}
