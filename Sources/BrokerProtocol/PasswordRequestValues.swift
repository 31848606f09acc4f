// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A password to save (Apple: `ASSavePasswordRequest`); the password is the frame's secret part.
package struct SavePasswordRequestValue: Codable, Hashable, Sendable {
  /// What the saving follows from; raw values are Apple's.
  package enum Event: Int, Codable, Sendable {
    /// The person asked for it: a new or changed password is saved.
    case userInitiated = 0
    /// The form went away: a new password is saved, and the person is asked before one is overwritten.
    case formDidDisappear = 1
    /// A generated password was filled in: it is kept until one of the others comes for the same session; nobody is asked.
    case generatedPasswordFilled = 2
  }

  /// Where the password belongs.
  package var service: ServiceIdentifierValue
  /// The account.
  package var user: String
  /// What the person calls the account.
  package var title: String?
  /// What the events of one form have in common.
  package var sessionID: String
  /// What the saving follows from.
  package var event: Event
  /// Which kind of generated password it is, by Apple's name of the kind; nil for a typed one.
  package var passwordKind: String?

  /// Describes the password.
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
  /// Reads the value; a page's service may be left out, which is its origin then.
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
  /// Where the password shall belong.
  package var service: ServiceIdentifierValue
  /// The rules of the password field (`passwordrules`, Apple's Password Rules language).
  package var passwordFieldRules: String?
  /// The rules of the field that repeats it.
  package var confirmFieldRules: String?
  /// The rules that are known for the service.
  package var quirkRules: String?

  /// Describes the request.
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
  /// How many bytes of the secret part are this password in UTF-8; those of the ones before it come first.
  package var byteCount: Int
  /// The password itself, where the carrier has no secret part: towards a browser.
  package var value: String?

  /// Describes one password.
  package init(kind: String, byteCount: Int, value: String? = nil) {
    self.kind = kind
    self.byteCount = byteCount
    self.value = value
  }
}
