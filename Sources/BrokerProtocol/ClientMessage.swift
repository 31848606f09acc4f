// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A message from a client to the broker (the client door's "Opening" and "Requests").
package enum ClientMessage: Hashable, Sendable {
  /// The client's role, its protocol version and, for a browser, the extension that its host vouches for.
  case hello(role: ClientRole, version: Int, caller: String? = nil)
  /// A request, answered under its number.
  case request(id: RequestNumber, ClientRequest)
  /// The end of the request with this number.
  case cancel(id: RequestNumber)
  /// The user's action in a view of the request with this number.
  case viewEvent(id: RequestNumber, ViewEventValue)
}

extension ClientMessage: Codable {
  private enum Key: String, CodingKey { case type, id, role, `protocol`, caller }

  private enum Kind: String, Codable {
    case hello, cancel, suggestions, provide, list, authorize, signal, status, providers, manage
    case viewEvent = "view-event"
    case textSuggestions = "text-suggestions"
    case setUpCode = "set-up-code"
    case createPasskey = "create-passkey"
    case getPasskey = "get-passkey"
    case generatePassword = "generate-password"
    case savePassword = "save-password"
    case passwordState = "password-state"
    case chooseText = "choose-text"
    case setProvider = "set-provider"
    case pairedBrowsers = "paired-browsers"
    case forgetBrowser = "forget-browser"
    case attachSurface = "attach-surface"
    case startExchange = "start-exchange"
    case requestExport = "request-export"
    case exportPart = "export-part"
    case importPart = "import-part"
  }

  /// Decodes the flat form; throws if `type` is unknown.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let request: ClientRequest
    switch try values.decode(Kind.self, forKey: .type) {
    case .hello:
      self = .hello(
        role: try values.decode(ClientRole.self, forKey: .role), version: try values.decode(Int.self, forKey: .protocol),
        caller: try values.decodeIfPresent(String.self, forKey: .caller))
      return
    case .cancel:
      self = .cancel(id: try values.decode(RequestNumber.self, forKey: .id))
      return
    case .viewEvent:
      self = .viewEvent(id: try values.decode(RequestNumber.self, forKey: .id), try ViewEventValue(from: decoder))
      return
    case .suggestions: request = .suggestions(try PageFieldRequest(from: decoder))
    case .textSuggestions: request = .textSuggestions(try AppFieldRequest(from: decoder))
    case .provide: request = .provide(try ProvideRequest(from: decoder))
    case .list: request = .list(try PageFieldRequest(from: decoder))
    case .setUpCode: request = .setUpCode(try SetUpCodeRequest(from: decoder))
    case .createPasskey: request = .createPasskey(try CreatePasskeyRequest(from: decoder))
    case .getPasskey: request = .getPasskey(try GetPasskeyRequest(from: decoder))
    case .authorize: request = .authorize(try AuthorizeRequest(from: decoder))
    case .generatePassword: request = .generatePassword(try GeneratePasswordRequest(from: decoder))
    case .savePassword: request = .savePassword(try SavePasswordRequest(from: decoder))
    case .passwordState: request = .passwordState(try PasswordStateRequest(from: decoder))
    case .signal: request = .signal(try SignalRequest(from: decoder))
    case .chooseText: request = .chooseText
    case .status: request = .status
    case .providers: request = .providers
    case .setProvider: request = .setProvider(try ProviderSettingsChange(from: decoder))
    case .manage: request = .manage(try ManageRequest(from: decoder))
    case .pairedBrowsers: request = .pairedBrowsers
    case .forgetBrowser: request = .forgetBrowser(try ForgetBrowserRequest(from: decoder))
    case .attachSurface: request = .attachSurface(try AttachSurfaceRequest(from: decoder))
    case .startExchange: request = .startExchange(try StartExchangeRequest(from: decoder))
    case .requestExport: request = .requestExport(try RequestExportRequest(from: decoder))
    case .exportPart: request = .exportPart(try ExportPartRequest(from: decoder))
    case .importPart: request = .importPart(try ImportPartRequest(from: decoder))
    }
    self = .request(id: try values.decode(RequestNumber.self, forKey: .id), request)
  }

  /// Encodes the flat form: the message's members next to `type` and `id`.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    let kind: Kind
    switch self {
    case .hello(let role, let version, let caller):
      kind = .hello
      try values.encode(role, forKey: .role)
      try values.encode(version, forKey: .protocol)
      try values.encodeIfPresent(caller, forKey: .caller)
    case .cancel(let id):
      kind = .cancel
      try values.encode(id, forKey: .id)
    case .viewEvent(let id, let event):
      kind = .viewEvent
      try values.encode(id, forKey: .id)
      try event.encode(to: encoder)
    case .request(let id, let request):
      let members: (any Encodable)?
      (kind, members) = Self.parts(of: request)
      try values.encode(id, forKey: .id)
      try members?.encode(to: encoder)
    }
    try values.encode(kind, forKey: .type)
  }

  private static func parts(of request: ClientRequest) -> (Kind, (any Encodable)?) {
    switch request {
    case .suggestions(let members): (.suggestions, members)
    case .textSuggestions(let members): (.textSuggestions, members)
    case .provide(let members): (.provide, members)
    case .list(let members): (.list, members)
    case .setUpCode(let members): (.setUpCode, members)
    case .createPasskey(let members): (.createPasskey, members)
    case .getPasskey(let members): (.getPasskey, members)
    case .authorize(let members): (.authorize, members)
    case .generatePassword(let members): (.generatePassword, members)
    case .savePassword(let members): (.savePassword, members)
    case .passwordState(let members): (.passwordState, members)
    case .signal(let members): (.signal, members)
    case .chooseText: (.chooseText, nil)
    case .status: (.status, nil)
    case .providers: (.providers, nil)
    case .setProvider(let change): (.setProvider, change)
    case .manage(let members): (.manage, members)
    case .pairedBrowsers: (.pairedBrowsers, nil)
    case .forgetBrowser(let members): (.forgetBrowser, members)
    case .attachSurface(let members): (.attachSurface, members)
    case .startExchange(let members): (.startExchange, members)
    case .requestExport(let members): (.requestExport, members)
    case .exportPart(let members): (.exportPart, members)
    case .importPart(let members): (.importPart, members)
    }
  }
}
