// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation

/// The service's options for a registration: the members that the app uses (WebAuthn L3 §5.1.8).
struct RegistrationOptions: Decodable, Sendable {
  struct RelyingParty: Decodable, Sendable {
    var id: String
  }

  struct User: Decodable, Sendable {
    var id: Base64URLData
    var name: String
  }

  var rp: RelyingParty
  var user: User
  var challenge: Base64URLData
}

/// The service's options for a sign-in (WebAuthn L3 §5.1.9).
struct AssertionOptions: Decodable, Sendable {
  var rpId: String
  var challenge: Base64URLData
}

/// A new passkey in the form that the service accepts (WebAuthn L3 §5.1).
struct RegistrationResponse: Encodable, Sendable {
  struct Response: Encodable, Sendable {
    var clientDataJSON: Base64URLData
    var attestationObject: Base64URLData
  }

  var id: Base64URLData
  var rawId: Base64URLData
  var type = "public-key"
  var response: Response
  var clientExtensionResults: [String: String] = [:]

  init(_ credential: ASAuthorizationPlatformPublicKeyCredentialRegistration) {
    id = Base64URLData(credential.credentialID)
    rawId = id
    response = Response(
      clientDataJSON: Base64URLData(credential.rawClientDataJSON),
      attestationObject: Base64URLData(credential.rawAttestationObject ?? Data()))
  }
}

/// An assertion in the form that the service accepts (WebAuthn L3 §5.1).
struct AssertionResponse: Encodable, Sendable {
  struct Response: Encodable, Sendable {
    var clientDataJSON: Base64URLData
    var authenticatorData: Base64URLData
    var signature: Base64URLData
    var userHandle: Base64URLData
  }

  var id: Base64URLData
  var rawId: Base64URLData
  var type = "public-key"
  var response: Response
  var clientExtensionResults: [String: String] = [:]

  init(_ credential: ASAuthorizationPlatformPublicKeyCredentialAssertion) {
    id = Base64URLData(credential.credentialID)
    rawId = id
    response = Response(
      clientDataJSON: Base64URLData(credential.rawClientDataJSON), authenticatorData: Base64URLData(credential.rawAuthenticatorData),
      signature: Base64URLData(credential.signature), userHandle: Base64URLData(credential.userID))
  }
}

/// Bytes that JSON represents as base64url without padding (RFC 4648 §5).
struct Base64URLData: Codable, Sendable {
  var data: Data

  init(_ data: Data) {
    self.data = data
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self).replacing("-", with: "+").replacing("_", with: "/")
    guard let data = Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not base64url")
    }
    self.data = data
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""))
  }
}
