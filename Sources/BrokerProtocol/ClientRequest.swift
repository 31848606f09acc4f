// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a client asks the broker for (the client door's "Requests"); each payload declares its members.
package enum ClientRequest: Hashable, Sendable {
  /// What fits a field of a page.
  case suggestions(PageFieldRequest)
  /// What fits a text field of an app.
  case textSuggestions(AppFieldRequest)
  /// The credential of a suggestion, by its token.
  case provide(ProvideRequest)
  /// A list of a provider, to choose from for a field of a page.
  case list(PageFieldRequest)
  /// Keeps the secret of an `otpauth:` link.
  case setUpCode(SetUpCodeRequest)
  /// `navigator.credentials.create` of a page.
  case createPasskey(CreatePasskeyRequest)
  /// `navigator.credentials.get` of a page.
  case getPasskey(GetPasskeyRequest)
  /// The requests of an app, one of which is answered.
  case authorize(AuthorizeRequest)
  /// New passwords for a service, to choose from.
  case generatePassword(GeneratePasswordRequest)
  /// Keeps a password for a service, in place of the one that the account had.
  case savePassword(SavePasswordRequest)
  /// Whether a password that the person typed is kept already.
  case passwordState(PasswordStateRequest)
  /// What a service tells about its accounts (WebAuthn L3 §5.1.10).
  case signal(SignalRequest)
  /// Any text of any provider, chosen in the provider's list.
  case chooseText
  case status
  /// What a browser's popup asks of the vault.
  case manage(ManageRequest)
  /// The installed providers and how they are set.
  case providers
  /// Changes how the person has a provider set.
  case setProvider(ProviderSettingsChange)
  /// The browser profiles that the person connected.
  case pairedBrowsers
  /// Ends the connection of a browser profile.
  case forgetBrowser(ForgetBrowserRequest)
  /// Draws views from now on.
  case attachSurface(AttachSurfaceRequest)
  /// Has a provider hand over what it keeps.
  case startExchange(StartExchangeRequest)
  /// Asks for leave to hand over what a provider keeps.
  case requestExport(RequestExportRequest)
  /// The next part of it.
  case exportPart(ExportPartRequest)
  /// Asks for the next part of what was handed over.
  case importPart(ImportPartRequest)
}

extension ClientRequest {
  /// The page that asks; nil from clients that are known by their process.
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

/// What could be filled into a field of a page, or a list of all that could be.
package struct PageFieldRequest: Codable, Hashable, Sendable {
  /// The page, as the browser vouches for it.
  package var context: ClientContext
  /// What the field wants.
  package var field: FieldPurpose
  /// The page's pending conditional request, a `PublicKeyCredentialRequestOptionsJSON`.
  package var passkey: JSONValue?

  /// Asks for a field.
  package init(context: ClientContext, field: FieldPurpose, passkey: JSONValue? = nil) {
    self.context = context
    self.field = field
    self.passkey = passkey
  }
}

/// What could be filled into a field of an app.
package struct AppFieldRequest: Codable, Hashable, Sendable {
  /// What the field wants.
  package var field: FieldPurpose
  /// Services that the app is associated with; nil for all of them.
  package var services: [ServiceIdentifierValue]?

  /// Asks for a field.
  package init(field: FieldPurpose, services: [ServiceIdentifierValue]? = nil) {
    self.field = field
    self.services = services
  }
}

/// The credential of a suggestion that was picked.
package struct ProvideRequest: Codable, Hashable, Sendable {
  /// The suggestion's token, which is spent by this.
  package var token: String
  /// The page that the suggestion is filled into; nil from an app.
  package var context: ClientContext?

  /// Spends a token.
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
  /// `conditional` for a passkey that is made without a question or not at all; nil otherwise.
  package var mediation: String?

  /// Asks for a new passkey.
  package init(context: ClientContext, options: JSONValue, isConditional: Bool = false) {
    self.context = context
    self.options = options
    mediation = isConditional ? "conditional" : nil
  }

  /// Whether nobody is asked.
  package var isConditional: Bool { mediation == "conditional" }
}

/// `navigator.credentials.get` of a page.
package struct GetPasskeyRequest: Codable, Hashable, Sendable {
  /// The page, as the browser vouches for it.
  package var context: ClientContext
  /// A `PublicKeyCredentialRequestOptionsJSON`.
  package var options: JSONValue
  /// `immediate` where nobody is to be asked unless a passkey is there at once; nil otherwise.
  package var uiMode: String?

  /// Asks for an assertion.
  package init(context: ClientContext, options: JSONValue, isImmediate: Bool = false) {
    self.context = context
    self.options = options
    uiMode = isImmediate ? "immediate" : nil
  }

  /// Whether only what is there at once is asked for (Credential Management Level 1, `CredentialUiMode`).
  package var isImmediate: Bool { uiMode == "immediate" }
}

/// An app's requests, of which one is answered.
package struct AuthorizeRequest: Codable, Hashable, Sendable {
  /// What the app would take.
  package var requests: [AppRequestValue]
  /// How it performs them.
  package var mode: AppRequestMode

  /// Performs requests together.
  package init(requests: [AppRequestValue], mode: AppRequestMode) {
    self.requests = requests
    self.mode = mode
  }
}

/// New passwords for a service.
package struct GeneratePasswordRequest: Hashable, Sendable {
  /// The page; nil from an app.
  package var context: ClientContext?
  /// The service and its rules.
  package var value: GeneratePasswordsRequestValue
  /// Whether the person wishes to pick one: something is shown then, and one password is the answer.
  package var isChosen: Bool

  /// Asks for passwords.
  package init(context: ClientContext? = nil, _ value: GeneratePasswordsRequestValue, isChosen: Bool = false) {
    self.context = context
    self.value = value
    self.isChosen = isChosen
  }
}

/// A password to keep; the password is the frame's secret part, or from a browser, whose carrier has none, a member.
package struct SavePasswordRequest: Hashable, Sendable {
  /// The page; nil from an app.
  package var context: ClientContext?
  /// The account, and what became of the form.
  package var value: SavePasswordRequestValue
  /// The password from a browser.
  package var password: String?

  /// Offers a password.
  package init(context: ClientContext? = nil, _ value: SavePasswordRequestValue, password: String? = nil) {
    self.context = context
    self.value = value
    self.password = password
  }
}

/// What a service tells about its accounts.
package struct SignalRequest: Hashable, Sendable {
  /// The page; nil from an app.
  package var context: ClientContext?
  /// What it tells.
  package var signal: CredentialSignal

  /// Passes a signal on.
  package init(context: ClientContext? = nil, _ signal: CredentialSignal) {
    self.context = context
    self.signal = signal
  }
}

/// A connected browser that is to be connected no longer.
package struct ForgetBrowserRequest: Codable, Hashable, Sendable {
  /// Its identifier or its name (``PairedBrowserValue``).
  package var browser: String

  /// Names a browser.
  package init(browser: String) { self.browser = browser }
}

/// A program that draws views.
package struct AttachSurfaceRequest: Codable, Hashable, Sendable {
  /// The ticket of the broker that started the surface; nil for one that draws in its own terminal.
  package var ticket: String?

  /// Comes with or without a ticket.
  package init(ticket: String? = nil) { self.ticket = ticket }
}

// MARK: Requests whose payload is flat beside their own members

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
