// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a client says to the broker (the client door's "Opening" and "Requests").
package enum ClientMessage: Hashable, Sendable {
  /// The client's role, protocol version and, of a browser, the extension that its host vouches for.
  case hello(role: ClientRole, version: Int, caller: String? = nil)
  /// A request, answered under its number.
  case request(id: Int, ClientRequest)
  /// The end of the request with this number.
  case cancel(id: Int)
  /// What the person did with a view of the request with this number.
  case viewEvent(id: Int, ViewEventValue)
}

/// A client's request. A `context` is the browser's; other clients are known by their process.
package enum ClientRequest: Hashable, Sendable {
  case suggestions(context: ClientContext, field: FieldPurpose, passkey: JSONValue?)
  /// What could be filled into a field of an app; `services` are some that it is associated with, or nil for all.
  case textSuggestions(field: FieldPurpose, services: [ServiceIdentifierValue]?)
  case provide(token: String)
  case list(context: ClientContext, field: FieldPurpose, passkey: JSONValue?)
  case setUpCode(context: ClientContext, url: String)
  /// `isConditional` is `mediation: "conditional"`: made without a question, or not at all.
  case createPasskey(context: ClientContext, options: JSONValue, isConditional: Bool = false)
  case getPasskey(context: ClientContext, options: JSONValue)
  /// An app's requests, of which one is answered; `terminal` is the path of the app's terminal, if it has one.
  case authorize(requests: [AppRequestValue], mode: AppRequestMode, terminal: String?)
  /// `isChosen` is a person's wish to pick one, outside of the field: something is shown, and one password is the answer.
  case generatePassword(context: ClientContext?, GeneratePasswordsRequestValue, isChosen: Bool = false)
  /// The password is the frame's secret part, or from a browser, whose carrier has none, the member `password`; `terminal` is an app's.
  case savePassword(context: ClientContext?, SavePasswordRequestValue, password: String? = nil, terminal: String? = nil)
  case signal(context: ClientContext?, CredentialSignal)
  /// Any text of any provider, chosen in the provider's list.
  case chooseText(context: ClientContext?)
  case status
  /// The installed providers and how they are set.
  case providers
  case setProvider(ProviderSettingsChange)
  /// Draws views from now on; `ticket` is that of the broker that started the surface, `terminal` the path of the one it draws in.
  case attachSurface(ticket: String?, terminal: String?)
}

extension ClientMessage: Codable {
  private enum Key: String, CodingKey {
    case type, id, role, `protocol`, caller, context, field, services, passkey, token, url, options, mediation, view, action, row, requests
    case mode, terminal, password, ticket, choose
  }

  /// The types that begin a request.
  private enum RequestType: String, Codable {
    case suggestions, provide, list, authorize, signal, status, providers
    case textSuggestions = "text-suggestions"
    case setUpCode = "set-up-code"
    case createPasskey = "create-passkey"
    case getPasskey = "get-passkey"
    case generatePassword = "generate-password"
    case savePassword = "save-password"
    case chooseText = "choose-text"
    case setProvider = "set-provider"
    case attachSurface = "attach-surface"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let type = try values.decode(String.self, forKey: .type)
    if type == "hello" {
      self = .hello(
        role: try values.decode(ClientRole.self, forKey: .role), version: try values.decode(Int.self, forKey: .protocol),
        caller: try values.decodeIfPresent(String.self, forKey: .caller))
      return
    }
    let id = try values.decode(Int.self, forKey: .id)
    switch type {
    case "cancel": self = .cancel(id: id)
    case "view-event": self = .viewEvent(id: id, try ViewEventValue(from: decoder))
    default: self = .request(id: id, try Self.request(from: decoder))
    }
  }

  private static func request(from decoder: any Decoder) throws -> ClientRequest {
    let values = try decoder.container(keyedBy: Key.self)
    func context() throws -> ClientContext { try values.decode(ClientContext.self, forKey: .context) }
    func optionalContext() throws -> ClientContext? { try values.decodeIfPresent(ClientContext.self, forKey: .context) }
    func options() throws -> JSONValue { try values.decode(JSONValue.self, forKey: .options) }
    func field() throws -> FieldPurpose { try values.decode(FieldPurpose.self, forKey: .field) }
    func passkey() throws -> JSONValue? { try values.decodeIfPresent(JSONValue.self, forKey: .passkey) }
    func terminal() throws -> String? { try values.decodeIfPresent(String.self, forKey: .terminal) }
    switch try values.decode(RequestType.self, forKey: .type) {
    case .suggestions: return .suggestions(context: try context(), field: try field(), passkey: try passkey())
    case .list: return .list(context: try context(), field: try field(), passkey: try passkey())
    case .textSuggestions:
      return .textSuggestions(
        field: try field(), services: try values.decodeIfPresent([ServiceIdentifierValue].self, forKey: .services))
    case .provide: return .provide(token: try values.decode(String.self, forKey: .token))
    case .setUpCode: return .setUpCode(context: try context(), url: try values.decode(String.self, forKey: .url))
    case .createPasskey:
      let mediation = try values.decodeIfPresent(String.self, forKey: .mediation)
      return .createPasskey(context: try context(), options: try options(), isConditional: mediation == "conditional")
    case .getPasskey: return .getPasskey(context: try context(), options: try options())
    case .authorize:
      return .authorize(
        requests: try values.decode([AppRequestValue].self, forKey: .requests),
        mode: try values.decode(AppRequestMode.self, forKey: .mode), terminal: try terminal())
    case .generatePassword:
      return .generatePassword(
        context: try optionalContext(), try GeneratePasswordsRequestValue(from: decoder),
        isChosen: try values.decodeIfPresent(Bool.self, forKey: .choose) ?? false)
    case .savePassword:
      return .savePassword(
        context: try optionalContext(), try SavePasswordRequestValue(from: decoder),
        password: try values.decodeIfPresent(String.self, forKey: .password), terminal: try terminal())
    case .signal: return .signal(context: try optionalContext(), try CredentialSignal(from: decoder))
    case .chooseText: return .chooseText(context: try optionalContext())
    case .status: return .status
    case .providers: return .providers
    case .setProvider: return .setProvider(try ProviderSettingsChange(from: decoder))
    case .attachSurface:
      return .attachSurface(ticket: try values.decodeIfPresent(String.self, forKey: .ticket), terminal: try terminal())
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .hello(let role, let version, let caller):
      try values.encode("hello", forKey: .type)
      try values.encode(role, forKey: .role)
      try values.encode(version, forKey: .protocol)
      try values.encodeIfPresent(caller, forKey: .caller)
    case .cancel(let id):
      try values.encode("cancel", forKey: .type)
      try values.encode(id, forKey: .id)
    case .viewEvent(let id, let event):
      try values.encode("view-event", forKey: .type)
      try values.encode(id, forKey: .id)
      try event.encode(to: encoder)
    case .request(let id, let request):
      try values.encode(id, forKey: .id)
      try Self.encode(request, into: &values, of: encoder)
    }
  }

  private static func encode(_ request: ClientRequest, into values: inout KeyedEncodingContainer<Key>, of encoder: any Encoder) throws {
    switch request {
    case .suggestions(let context, let field, let passkey), .list(let context, let field, let passkey):
      let type = if case .list = request { RequestType.list } else { RequestType.suggestions }
      try values.encode(type, forKey: .type)
      try values.encode(context, forKey: .context)
      try values.encode(field, forKey: .field)
      try values.encodeIfPresent(passkey, forKey: .passkey)
    case .textSuggestions(let field, let services):
      try values.encode(RequestType.textSuggestions, forKey: .type)
      try values.encode(field, forKey: .field)
      try values.encodeIfPresent(services, forKey: .services)
    case .provide(let token):
      try values.encode(RequestType.provide, forKey: .type)
      try values.encode(token, forKey: .token)
    case .setUpCode(let context, let url):
      try values.encode(RequestType.setUpCode, forKey: .type)
      try values.encode(context, forKey: .context)
      try values.encode(url, forKey: .url)
    case .createPasskey(let context, let options, let isConditional):
      try values.encode(RequestType.createPasskey, forKey: .type)
      try values.encode(context, forKey: .context)
      try values.encode(options, forKey: .options)
      if isConditional { try values.encode("conditional", forKey: .mediation) }
    case .getPasskey(let context, let options):
      try values.encode(RequestType.getPasskey, forKey: .type)
      try values.encode(context, forKey: .context)
      try values.encode(options, forKey: .options)
    case .authorize(let requests, let mode, let terminal):
      try values.encode(RequestType.authorize, forKey: .type)
      try values.encode(requests, forKey: .requests)
      try values.encode(mode, forKey: .mode)
      try values.encodeIfPresent(terminal, forKey: .terminal)
    case .generatePassword(let context, let request, let isChosen):
      try values.encode(RequestType.generatePassword, forKey: .type)
      try values.encodeIfPresent(context, forKey: .context)
      if isChosen { try values.encode(true, forKey: .choose) }
      try request.encode(to: encoder)
    case .savePassword(let context, let request, let password, let terminal):
      try values.encode(RequestType.savePassword, forKey: .type)
      try values.encodeIfPresent(context, forKey: .context)
      try values.encodeIfPresent(password, forKey: .password)
      try values.encodeIfPresent(terminal, forKey: .terminal)
      try request.encode(to: encoder)
    case .signal(let context, let signal):
      try values.encode(RequestType.signal, forKey: .type)
      try values.encodeIfPresent(context, forKey: .context)
      try signal.encode(to: encoder)
    case .chooseText(let context):
      try values.encode(RequestType.chooseText, forKey: .type)
      try values.encodeIfPresent(context, forKey: .context)
    case .status: try values.encode(RequestType.status, forKey: .type)
    case .providers: try values.encode(RequestType.providers, forKey: .type)
    case .setProvider(let change):
      try values.encode(RequestType.setProvider, forKey: .type)
      try change.encode(to: encoder)
    case .attachSurface(let ticket, let terminal):
      try values.encode(RequestType.attachSurface, forKey: .type)
      try values.encodeIfPresent(ticket, forKey: .ticket)
      try values.encodeIfPresent(terminal, forKey: .terminal)
    }
  }
}
