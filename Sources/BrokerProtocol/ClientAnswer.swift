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

  /// Makes a row.
  package init(name: String, state: String) {
    self.name = name
    self.state = state
  }
}

/// What the broker says to a client (the client door's "Answers" and "Views").
package enum ClientAnswer: Sendable {
  case welcome(version: Int)
  case suggestions(id: Int, items: [SuggestionValue], locked: [LockedProviderValue], canList: Bool)
  /// The last hop of a one-time code: from here on it is text in a field of the page.
  case oneTimeCode(id: Int, code: String)
  /// The last hop of a password.
  case password(id: Int, user: String, password: String)
  /// A passkey picked among a field's suggestions.
  case passkey(id: Int, response: JSONValue)
  case setUpDone(id: Int, service: String, account: String)
  case passkeyCreated(id: Int, response: JSONValue)
  case passkeyAsserted(id: Int, response: JSONValue)
  case status(id: Int, providers: [ProviderStatusValue])
  case failure(id: Int, code: String, exception: String?, detail: String?)
  case present(id: Int, view: PresentableViewValue)
  case dismiss(id: Int)
}

extension ClientAnswer: Encodable {
  private enum Key: String, CodingKey {
    case type, id, `protocol`, items, locked, canList, kind, code, user, password, response, service, account, providers, exception, detail,
      view
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    func begin(_ type: String, _ id: Int) throws {
      try values.encode(type, forKey: .type)
      try values.encode(id, forKey: .id)
    }
    switch self {
    case .welcome(let version):
      try values.encode("welcome", forKey: .type)
      try values.encode(version, forKey: .protocol)
    case .suggestions(let id, let items, let locked, let canList):
      try begin("suggestions", id)
      try values.encode(items, forKey: .items)
      try values.encode(locked, forKey: .locked)
      try values.encode(canList, forKey: .canList)
    case .oneTimeCode(let id, let code):
      try begin("credential", id)
      try values.encode(CredentialKind.oneTimeCode, forKey: .kind)
      try values.encode(code, forKey: .code)
    case .password(let id, let user, let password):
      try begin("credential", id)
      try values.encode(CredentialKind.password, forKey: .kind)
      try values.encode(user, forKey: .user)
      try values.encode(password, forKey: .password)
    case .passkey(let id, let response):
      try begin("credential", id)
      try values.encode(CredentialKind.passkey, forKey: .kind)
      try values.encode(response, forKey: .response)
    case .setUpDone(let id, let service, let account):
      try begin("set-up-done", id)
      try values.encode(service, forKey: .service)
      try values.encode(account, forKey: .account)
    case .passkeyCreated(let id, let response):
      try begin("passkey-created", id)
      try values.encode(response, forKey: .response)
    case .passkeyAsserted(let id, let response):
      try begin("passkey-asserted", id)
      try values.encode(response, forKey: .response)
    case .status(let id, let providers):
      try begin("status", id)
      try values.encode(providers, forKey: .providers)
    case .failure(let id, let code, let exception, let detail):
      try begin("failure", id)
      try values.encode(code, forKey: .code)
      try values.encodeIfPresent(exception, forKey: .exception)
      try values.encodeIfPresent(detail, forKey: .detail)
    case .present(let id, let view):
      try begin("present", id)
      try values.encode(view, forKey: .view)
    case .dismiss(let id):
      try begin("dismiss", id)
    }
  }
}
