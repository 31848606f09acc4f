// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A client's request to the broker (the client door's "Requests"); each payload declares its members.
package enum ClientRequest: Hashable, Sendable {
  /// Suggestions for a field of a page.
  case suggestions(PageFieldRequest)
  /// Suggestions for a text field of an app.
  case textSuggestions(AppFieldRequest)
  /// The credential of a suggestion, by its token.
  case provide(ProvideRequest)
  /// A provider's list, to choose from for a field of a page.
  case list(PageFieldRequest)
  /// Stores the secret of an `otpauth:` link.
  case setUpCode(SetUpCodeRequest)
  /// `navigator.credentials.create` of a page.
  case createPasskey(CreatePasskeyRequest)
  /// `navigator.credentials.get` of a page.
  case getPasskey(GetPasskeyRequest)
  /// An app's requests, one of which is answered.
  case authorize(AuthorizeRequest)
  /// New passwords for a service, to choose from.
  case generatePassword(GeneratePasswordRequest)
  /// Stores a password for a service, in place of the account's previous one.
  case savePassword(SavePasswordRequest)
  /// Whether a password that the user typed is stored already.
  case passwordState(PasswordStateRequest)
  /// A service's signal about its accounts (WebAuthn L3 §5.1.10).
  case signal(SignalRequest)
  /// Any text of any provider, chosen in the provider's list.
  case chooseText
  case status
  /// A request from a browser's popup to the vault.
  case manage(ManageRequest)
  /// The installed providers and their settings.
  case providers
  /// Changes the user's settings for a provider.
  case setProvider(ProviderSettingsChange)
  /// The browser profiles that the user connected.
  case pairedBrowsers
  /// Ends the connection of a browser profile.
  case forgetBrowser(ForgetBrowserRequest)
  /// Makes the client draw views from now on.
  case attachSurface(AttachSurfaceRequest)
  /// Makes a provider export its credentials.
  case startExchange(StartExchangeRequest)
  /// Asks for permission to export a provider's credentials.
  case requestExport(RequestExportRequest)
  /// The next part of the export.
  case exportPart(ExportPartRequest)
  /// Asks for the next part of an import.
  case importPart(ImportPartRequest)
}

extension ClientRequest {
  /// The requesting page; nil from clients that are identified by their process.
  package var context: ClientContext? {
    switch self {
    case .suggestions(let request), .list(let request): request.context
    case .provide(let request): request.context
    case .setUpCode(let request): request.context
    case .createPasskey(let request): request.context
    case .getPasskey(let request): request.context
    case .generatePassword(let request): request.context
    case .savePassword(let request): request.context
    case .passwordState(let request): request.context
    case .signal(let request): request.context
    case .textSuggestions, .authorize, .chooseText, .status, .manage, .providers, .setProvider, .pairedBrowsers, .forgetBrowser,
      .attachSurface, .startExchange, .requestExport, .exportPart, .importPart:
      nil
    }
  }
}

/// A request for suggestions for a field of a page, or for a list of everything that could be filled in.
package struct PageFieldRequest: Codable, Hashable, Sendable {
  /// The page, as the browser vouches for it.
  package var context: ClientContext
  /// The kind of value that the field expects.
  package var field: FieldPurpose
  /// The page's pending conditional request, a `PublicKeyCredentialRequestOptionsJSON`.
  package var passkey: JSONValue?

  /// Creates a request for a field.
  package init(context: ClientContext, field: FieldPurpose, passkey: JSONValue? = nil) {
    self.context = context
    self.field = field
    self.passkey = passkey
  }
}

/// A request for suggestions for a field of an app.
package struct AppFieldRequest: Codable, Hashable, Sendable {
  /// The kind of value that the field expects.
  package var field: FieldPurpose
  /// The services that the app is associated with; nil for all of them.
  package var services: [ServiceIdentifierValue]?

  /// Creates a request for a field.
  package init(field: FieldPurpose, services: [ServiceIdentifierValue]? = nil) {
    self.field = field
    self.services = services
  }
}

/// A request for the credential of a suggestion that the user picked.
package struct ProvideRequest: Codable, Hashable, Sendable {
  /// The suggestion's token, which this request spends.
  package var token: String
  /// The page that the suggestion is filled into; nil from an app.
  package var context: ClientContext?

  /// Creates a request that spends a token.
  package init(token: String, context: ClientContext? = nil) {
    self.token = token
    self.context = context
  }
}

/// `navigator.credentials.create` of a page.
package struct CreatePasskeyRequest: Codable, Hashable, Sendable {
  /// The page, as the browser vouches for it.
  package var context: ClientContext
  /// A `PublicKeyCredentialCreationOptionsJSON`.
  package var options: JSONValue
  /// `conditional` for a passkey that is only created if the user need not be asked; nil otherwise.
  package var mediation: String?

  /// Creates a request for a new passkey.
  package init(context: ClientContext, options: JSONValue, isConditional: Bool = false) {
    self.context = context
    self.options = options
    mediation = isConditional ? "conditional" : nil
  }

  /// Whether the user is not asked.
  package var isConditional: Bool { mediation == "conditional" }
}

/// `navigator.credentials.get` of a page.
package struct GetPasskeyRequest: Codable, Hashable, Sendable {
  /// The page, as the browser vouches for it.
  package var context: ClientContext
  /// A `PublicKeyCredentialRequestOptionsJSON`.
  package var options: JSONValue
  /// `immediate` if the user is only to be asked when a passkey is available immediately; nil otherwise.
  package var uiMode: String?

  /// Creates a request for an assertion.
  package init(context: ClientContext, options: JSONValue, isImmediate: Bool = false) {
    self.context = context
    self.options = options
    uiMode = isImmediate ? "immediate" : nil
  }

  /// Whether only immediately available credentials are wanted (Credential Management Level 1, `CredentialUiMode`).
  package var isImmediate: Bool { uiMode == "immediate" }
}

/// An app's requests, one of which is answered.
package struct AuthorizeRequest: Codable, Hashable, Sendable {
  /// The requests, each of which the app would accept an answer to.
  package var requests: [AppRequestValue]
  /// The way in which the app performs them.
  package var mode: AppRequestMode

  /// Creates a request from an app's requests.
  package init(requests: [AppRequestValue], mode: AppRequestMode) {
    self.requests = requests
    self.mode = mode
  }
}

/// A request for new passwords for a service.
package struct GeneratePasswordRequest: Hashable, Sendable {
  /// The page; nil from an app.
  package var context: ClientContext?
  /// The service and its rules.
  package var value: GeneratePasswordsRequestValue
  /// Whether the user is to pick one: the broker then shows a view, and the answer is one password.
  package var isChosen: Bool

  /// Creates a request for passwords.
  package init(context: ClientContext? = nil, _ value: GeneratePasswordsRequestValue, isChosen: Bool = false) {
    self.context = context
    self.value = value
    self.isChosen = isChosen
  }
}

/// A password to store. The password is the frame's secret part, or a member if it comes from a browser, whose transport has none.
package struct SavePasswordRequest: Hashable, Sendable {
  /// The page; nil from an app.
  package var context: ClientContext?
  /// The account, and the event in the form.
  package var value: SavePasswordRequestValue
  /// The password, if it comes from a browser.
  package var password: String?

  /// Creates a request to store a password.
  package init(context: ClientContext? = nil, _ value: SavePasswordRequestValue, password: String? = nil) {
    self.context = context
    self.value = value
    self.password = password
  }
}

/// A service's signal about its accounts.
package struct SignalRequest: Hashable, Sendable {
  /// The page; nil from an app.
  package var context: ClientContext?
  /// The signal.
  package var signal: CredentialSignal

  /// Creates a request that passes a signal on.
  package init(context: ClientContext? = nil, _ signal: CredentialSignal) {
    self.context = context
    self.signal = signal
  }
}

/// A request to disconnect a browser.
package struct ForgetBrowserRequest: Codable, Hashable, Sendable {
  /// Its identifier or its name (``PairedBrowserValue``).
  package var browser: String

  /// Creates a request for a browser.
  package init(browser: String) { self.browser = browser }
}

/// The request of a program that draws views.
package struct AttachSurfaceRequest: Codable, Hashable, Sendable {
  /// The ticket from the broker that started the surface; nil for a surface that draws in its own terminal.
  package var ticket: String?

  /// Creates a request with or without a ticket.
  package init(ticket: String? = nil) { self.ticket = ticket }
}

// MARK: Requests with a flat payload next to their own members

extension GeneratePasswordRequest: Codable {
  private enum Key: String, CodingKey { case context, choose }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      context: try values.decodeIfPresent(ClientContext.self, forKey: .context), try GeneratePasswordsRequestValue(from: decoder),
      isChosen: try values.decodeIfPresent(Bool.self, forKey: .choose) ?? false)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(context, forKey: .context)
    if isChosen { try values.encode(true, forKey: .choose) }
    try value.encode(to: encoder)
  }
}

extension SavePasswordRequest: Codable {
  private enum Key: String, CodingKey { case context, password }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      context: try values.decodeIfPresent(ClientContext.self, forKey: .context), try SavePasswordRequestValue(from: decoder),
      password: try values.decodeIfPresent(String.self, forKey: .password))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(context, forKey: .context)
    try values.encodeIfPresent(password, forKey: .password)
    try value.encode(to: encoder)
  }
}

extension SignalRequest: Codable {
  private enum Key: String, CodingKey { case context }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(context: try values.decodeIfPresent(ClientContext.self, forKey: .context), try CredentialSignal(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(context, forKey: .context)
    try signal.encode(to: encoder)
  }
}
