// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// A request after the gate: its client may ask for it, and what it names is the client's own.
///
/// Only the gate makes one; what follows a request never looks at what a client said of itself.
enum JudgedRequest: Sendable {
  case status
  case providers
  case setProvider(ProviderSettingsChange)
  case pairedBrowsers
  /// A connected browser that is to be forgotten, by its identifier or name.
  case forgetBrowser(String)
  case attachSurface(ticket: String?)
  /// A field of a page, with the page's pending request that a passkey would answer.
  case suggestions(JudgedField)
  /// All that there is for a field of a page.
  case list(JudgedField)
  /// A field of an app.
  case textSuggestions(FieldPurpose, JudgedCaller)
  /// A suggestion that was picked, in the place that it was made for.
  case provide(OfferedSuggestion)
  case setUpCode([ServiceIdentifierValue], link: SharedSecret)
  case createPasskey(PreparedPasskeyRegistration)
  /// A page's request for a passkey; where it is immediate, nobody is asked unless one is there at once.
  case getPasskey(JudgedField, isImmediate: Bool)
  /// A page's requests in a session for automated tests.
  case createVirtually(VirtualCeremony)
  case getVirtually(VirtualCeremony)
  case authorize(AppAuthorization)
  case generatePassword(GeneratePasswordsRequestValue, isChosen: Bool)
  case savePassword(SavePasswordRequestValue, password: SharedSecret)
  /// A password that was typed at a page's site.
  case passwordState(site: String, user: String, password: SharedSecret)
  case signal(CredentialSignal)
  case chooseText
  /// A request of a browser's popup, which nothing of a page takes part in.
  case manage([String: JSONValue], secret: SharedSecret?)
  /// Has a provider hand over what it keeps.
  case startExchange(StartExchangeRequest)
  /// Asks to hand over; for whom, the registry has to say.
  case requestExport(RequestExportRequest)
  case exportPart(ExportPartRequest, secret: SharedSecret?)
  case importPart(ImportPartRequest)
}

/// A field of a page, or the passkey alone that a page asks for.
struct JudgedField: Sendable {
  let caller: JudgedCaller
  let purpose: FieldPurpose
  /// The page's request that a passkey would answer.
  let assertion: PreparedPasskeyAssertion?
}
