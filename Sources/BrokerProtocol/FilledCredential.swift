// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A credential on its last hop into a field (the client door's `credential`).
///
/// For a browser, whose transport has no secret part, secrets are members; for other clients they are nil here and in the frame's secret
/// part.
package enum FilledCredential: Hashable, Sendable {
  /// From here on the code is text in a field.
  case oneTimeCode(String?)
  /// From here on the password is text in a field.
  case password(user: String, String?)
  /// The `AuthenticationResponseJSON` of a passkey that the user picked among a field's suggestions.
  case passkey(response: JSONValue)
}

extension FilledCredential: Codable {
  private enum Key: String, CodingKey { case kind, code, user, password, response }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self =
      switch try values.decode(CredentialKind.self, forKey: .kind) {
      case .oneTimeCode: .oneTimeCode(try values.decodeIfPresent(String.self, forKey: .code))
      case .password:
        .password(user: try values.decode(String.self, forKey: .user), try values.decodeIfPresent(String.self, forKey: .password))
      case .passkey: .passkey(response: try values.decode(JSONValue.self, forKey: .response))
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .oneTimeCode(let code):
      try values.encode(CredentialKind.oneTimeCode, forKey: .kind)
      try values.encodeIfPresent(code, forKey: .code)
    case .password(let user, let password):
      try values.encode(CredentialKind.password, forKey: .kind)
      try values.encode(user, forKey: .user)
      try values.encodeIfPresent(password, forKey: .password)
    case .passkey(let response):
      try values.encode(CredentialKind.passkey, forKey: .kind)
      try values.encode(response, forKey: .response)
    }
  }
}
