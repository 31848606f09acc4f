// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A password to save (Apple: `ASSavePasswordRequest`); the password is the frame's secret part.
package struct SavePasswordRequestValue: Codable, Hashable, Sendable {
  /// The event that causes the saving; raw values are Apple's.
  package enum Event: Int, Codable, Sendable {
    /// The user asked for it: a new or changed password is saved.
    case userInitiated = 0
    /// The form went away: a new password is saved, and the user is asked before one is overwritten.
    case formDidDisappear = 1
    /// A generated password was filled in: it is stored until one of the other events of the same session arrives; the user is not asked.
    case generatedPasswordFilled = 2
  }

  /// The service that the password belongs to.
  package var service: ServiceIdentifierValue
  /// The account.
  package var user: String
  /// The user's title for the account.
  package var title: String?
  /// The identifier that the events of one form share.
  package var sessionID: String
  /// The event that causes the saving.
  package var event: Event
  /// Apple's name of the kind of generated password; nil for a typed one.
  package var passwordKind: String?

  /// Creates a description of the password.
  package init(
    service: ServiceIdentifierValue, user: String, title: String? = nil, sessionID: String, event: Event, passwordKind: String? = nil
  ) {
    self.service = service
    self.user = user
    self.title = title
    self.sessionID = sessionID
    self.event = event
    self.passwordKind = passwordKind
  }
}

extension SavePasswordRequestValue {
  /// Decodes the value; a page may omit the service, which is then its origin.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      service: try values.decodeIfPresent(ServiceIdentifierValue.self, forKey: .service)
        ?? ServiceIdentifierValue(identifier: "", kind: .url),
      user: try values.decode(String.self, forKey: .user), title: try values.decodeIfPresent(String.self, forKey: .title),
      sessionID: try values.decode(String.self, forKey: .sessionID), event: try values.decode(Event.self, forKey: .event),
      passwordKind: try values.decodeIfPresent(String.self, forKey: .passwordKind))
  }
}

/// A request for new passwords to choose from (Apple: `ASGeneratePasswordsRequest`).
package struct GeneratePasswordsRequestValue: Codable, Hashable, Sendable {
  /// The service that the password is for.
  package var service: ServiceIdentifierValue
  /// The rules of the password field (`passwordrules`, Apple's Password Rules language).
  package var passwordFieldRules: String?
  /// The rules of the field that repeats the password.
  package var confirmFieldRules: String?
  /// The known rules for the service.
  package var quirkRules: String?

  /// Creates a request.
  package init(
    service: ServiceIdentifierValue, passwordFieldRules: String? = nil, confirmFieldRules: String? = nil, quirkRules: String? = nil
  ) {
    self.service = service
    self.passwordFieldRules = passwordFieldRules
    self.confirmFieldRules = confirmFieldRules
    self.quirkRules = quirkRules
  }
}

/// One generated password (Apple: `ASGeneratedPassword`); its bytes are part of the frame's secret part.
package struct GeneratedPasswordValue: Codable, Hashable, Sendable {
  /// Apple's name of the kind, such as `STRONG`.
  package var kind: String
  /// The number of bytes of this password in UTF-8 in the secret part, after the bytes of the passwords before it.
  package var byteCount: Int
  /// The password itself, if the transport has no secret part: for a browser.
  package var value: String?

  /// Creates a description of one password.
  package init(kind: String, byteCount: Int, value: String? = nil) {
    self.kind = kind
    self.byteCount = byteCount
    self.value = value
  }
}
