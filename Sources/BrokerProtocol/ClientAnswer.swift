// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One row of a suggestion list: what could be filled, and no secret.
package struct SuggestionValue: Codable, Hashable, Sendable {
  /// What `provide` names it by; spent once.
  package var token: String
  /// What would be filled.
  package var kind: CredentialKind
  /// The service it belongs to, for people.
  package var service: String
  /// The account, for people.
  package var account: String
  /// The provider that has it, for people.
  package var provider: String

  /// Makes a row.
  package init(token: String, kind: CredentialKind, service: String, account: String, provider: String) {
    self.token = token
    self.kind = kind
    self.service = service
    self.account = account
    self.provider = provider
  }
}

/// A provider that may have something, once unlocked.
package struct LockedProviderValue: Codable, Hashable, Sendable {
  /// What `provide` names it by; spent once.
  package var token: String
  /// The provider's name, for people.
  package var provider: String

  /// Makes a row.
  package init(token: String, provider: String) {
    self.token = token
    self.provider = provider
  }
}

/// How a provider stands, for people.
package struct ProviderStatusValue: Codable, Hashable, Sendable {
  /// The provider's name.
  package var name: String
  /// `starting`, `ready`, `resting`, `locked`, `unlocked`, `noVault`, `failed` or `disabled`.
  package var state: String
  /// Why its process has no sandbox, as in ``ProviderSettingsValue/sandbox``; nil where it has one.
  package var unconfined: String?

  /// Makes a row.
  package init(name: String, state: String, unconfined: String? = nil) {
    self.name = name
    self.state = state
    self.unconfined = unconfined
  }
}

/// What the broker says to a client (the client door's "Answers" and "Views").
///
/// What is secret is a member towards a browser, whose carrier has no secret part, and otherwise nil here and the frame's secret part.
package enum ClientAnswer: Hashable, Sendable {
  case welcome(version: Int)
  case suggestions(id: Int, items: [SuggestionValue], locked: [LockedProviderValue], canList: Bool)
  /// The last hop of a one-time code: from here on it is text in a field.
  case oneTimeCode(id: Int, code: String?)
  /// The last hop of a password.
  case password(id: Int, user: String, password: String?)
  /// A passkey picked among a field's suggestions.
  case passkey(id: Int, response: JSONValue)
  case setUpDone(id: Int, service: String, account: String)
  case passkeyCreated(id: Int, response: JSONValue)
  case passkeyAsserted(id: Int, response: JSONValue)
  /// What an app's requests brought.
  case authorized(id: Int, credential: AppCredentialValue)
  /// New passwords to choose from, best first.
  case generated(id: Int, passwords: [GeneratedPasswordValue])
  case saved(id: Int)
  /// The last hop of a text that the person chose.
  case text(id: Int, text: String?)
  /// `detail` is the code of what did not follow on it: the configuration of a provider that was enabled.
  case done(id: Int, detail: String? = nil)
  case status(id: Int, providers: [ProviderStatusValue])
  case providers(id: Int, providers: [ProviderSettingsValue])
  /// `authorizationError` is the raw value of Apple's `ASAuthorizationError.Code`, for `authorize` alone.
  case failure(id: Int, code: String, exception: String?, detail: String?, authorizationError: Int? = nil)
  case present(id: Int, view: PresentableViewValue)
  case dismiss(id: Int)
}

extension ClientAnswer: Codable {
  private enum Key: String, CodingKey {
    case type, id, `protocol`, items, locked, canList, kind, code, user, password, response, service, account, providers, exception, detail,
      view, credential, passwords, text, authorizationError
  }

  private enum AnswerType: String, Codable {
    case welcome, suggestions, credential, authorized, generated, saved, text, done, status, providers, failure, present, dismiss
    case setUpDone = "set-up-done"
    case passkeyCreated = "passkey-created"
    case passkeyAsserted = "passkey-asserted"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let type = try values.decode(AnswerType.self, forKey: .type)
    if type == .welcome {
      self = .welcome(version: try values.decode(Int.self, forKey: .protocol))
      return
    }
    func text(_ key: Key) throws -> String { try values.decode(String.self, forKey: key) }
    func optionalText(_ key: Key) throws -> String? { try values.decodeIfPresent(String.self, forKey: key) }
    func response() throws -> JSONValue { try values.decode(JSONValue.self, forKey: .response) }
    let id = try values.decode(Int.self, forKey: .id)
    switch type {
    case .welcome: self = .welcome(version: try values.decode(Int.self, forKey: .protocol))
    case .suggestions:
      self = .suggestions(
        id: id, items: try values.decode([SuggestionValue].self, forKey: .items),
        locked: try values.decode([LockedProviderValue].self, forKey: .locked), canList: try values.decode(Bool.self, forKey: .canList))
    case .credential:
      switch try values.decode(CredentialKind.self, forKey: .kind) {
      case .oneTimeCode: self = .oneTimeCode(id: id, code: try optionalText(.code))
      case .password: self = .password(id: id, user: try text(.user), password: try optionalText(.password))
      case .passkey: self = .passkey(id: id, response: try response())
      }
    case .authorized: self = .authorized(id: id, credential: try values.decode(AppCredentialValue.self, forKey: .credential))
    case .generated: self = .generated(id: id, passwords: try values.decode([GeneratedPasswordValue].self, forKey: .passwords))
    case .saved: self = .saved(id: id)
    case .text: self = .text(id: id, text: try optionalText(.text))
    case .done: self = .done(id: id, detail: try optionalText(.detail))
    case .setUpDone: self = .setUpDone(id: id, service: try text(.service), account: try text(.account))
    case .passkeyCreated: self = .passkeyCreated(id: id, response: try response())
    case .passkeyAsserted: self = .passkeyAsserted(id: id, response: try response())
    case .status: self = .status(id: id, providers: try values.decode([ProviderStatusValue].self, forKey: .providers))
    case .providers: self = .providers(id: id, providers: try values.decode([ProviderSettingsValue].self, forKey: .providers))
    case .failure:
      self = .failure(
        id: id, code: try text(.code), exception: try optionalText(.exception), detail: try optionalText(.detail),
        authorizationError: try values.decodeIfPresent(Int.self, forKey: .authorizationError))
    case .present: self = .present(id: id, view: try values.decode(PresentableViewValue.self, forKey: .view))
    case .dismiss: self = .dismiss(id: id)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    func begin(_ type: AnswerType, _ id: Int) throws {
      try values.encode(type, forKey: .type)
      try values.encode(id, forKey: .id)
    }
    func credential(_ kind: CredentialKind, _ id: Int) throws {
      try begin(.credential, id)
      try values.encode(kind, forKey: .kind)
    }
    switch self {
    case .welcome(let version):
      try values.encode(AnswerType.welcome, forKey: .type)
      try values.encode(version, forKey: .protocol)
    case .suggestions(let id, let items, let locked, let canList):
      try begin(.suggestions, id)
      try values.encode(items, forKey: .items)
      try values.encode(locked, forKey: .locked)
      try values.encode(canList, forKey: .canList)
    case .oneTimeCode(let id, let code):
      try credential(.oneTimeCode, id)
      try values.encodeIfPresent(code, forKey: .code)
    case .password(let id, let user, let password):
      try credential(.password, id)
      try values.encode(user, forKey: .user)
      try values.encodeIfPresent(password, forKey: .password)
    case .passkey(let id, let response):
      try credential(.passkey, id)
      try values.encode(response, forKey: .response)
    case .authorized(let id, let credential):
      try begin(.authorized, id)
      try values.encode(credential, forKey: .credential)
    case .generated(let id, let passwords):
      try begin(.generated, id)
      try values.encode(passwords, forKey: .passwords)
    case .saved(let id): try begin(.saved, id)
    case .text(let id, let text):
      try begin(.text, id)
      try values.encodeIfPresent(text, forKey: .text)
    case .done(let id, let detail):
      try begin(.done, id)
      try values.encodeIfPresent(detail, forKey: .detail)
    case .setUpDone(let id, let service, let account):
      try begin(.setUpDone, id)
      try values.encode(service, forKey: .service)
      try values.encode(account, forKey: .account)
    case .passkeyCreated(let id, let response):
      try begin(.passkeyCreated, id)
      try values.encode(response, forKey: .response)
    case .passkeyAsserted(let id, let response):
      try begin(.passkeyAsserted, id)
      try values.encode(response, forKey: .response)
    case .status(let id, let providers):
      try begin(.status, id)
      try values.encode(providers, forKey: .providers)
    case .providers(let id, let providers):
      try begin(.providers, id)
      try values.encode(providers, forKey: .providers)
    case .failure(let id, let code, let exception, let detail, let authorizationError):
      try begin(.failure, id)
      try values.encode(code, forKey: .code)
      try values.encodeIfPresent(exception, forKey: .exception)
      try values.encodeIfPresent(detail, forKey: .detail)
      try values.encodeIfPresent(authorizationError, forKey: .authorizationError)
    case .present(let id, let view):
      try begin(.present, id)
      try values.encode(view, forKey: .view)
    case .dismiss(let id): try begin(.dismiss, id)
    }
  }
}
