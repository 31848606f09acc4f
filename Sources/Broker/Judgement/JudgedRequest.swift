// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// A request after the gate: its client may make it, and the named data is the client's own.
///
/// Only the gate creates one. Everything after the gate ignores the client's own claims.
enum JudgedRequest: Sendable {
  case status
  case providers
  case setProvider(ProviderSettingsChange)
  case pairedBrowsers
  /// A connected browser to be removed, by its identifier or name.
  case forgetBrowser(String)
  case attachSurface(ticket: String?)
  /// A field of a page, with the page's pending request that a passkey would answer.
  case suggestions(JudgedField)
  /// Everything for a field of a page.
  case list(JudgedField)
  /// A field of an app.
  case textSuggestions(FieldPurpose, JudgedCaller)
  /// A picked suggestion, in the place for which it was made.
  case provide(OfferedSuggestion)
  case setUpCode([ServiceIdentifierValue], link: SharedSecret)
  case createPasskey(PreparedPasskeyRegistration)
  /// A page's request for a passkey; if immediate, without a prompt unless one is available immediately.
  case getPasskey(JudgedField, isImmediate: Bool)
  /// A page's requests in a session for automated tests.
  case createVirtually(VirtualCeremony)
  case getVirtually(VirtualCeremony)
  case authorize(AppAuthorization)
  case generatePassword(GeneratePasswordsRequestValue, isChosen: Bool)
  case savePassword(SavePasswordRequestValue, password: SharedSecret)
  /// A password typed at a page's site.
  case passwordState(site: String, user: String, password: SharedSecret)
  case signal(CredentialSignal)
  case chooseText
  /// A request of a browser's popup, independent of any page.
  case manage([String: JSONValue], secret: SharedSecret?)
  /// Starts a provider's export.
  case startExchange(StartExchangeRequest)
  /// A request to hand over; the registry determines for which provider.
  case requestExport(RequestExportRequest)
  case exportPart(ExportPartRequest, secret: SharedSecret?)
  case importPart(ImportPartRequest)
}

/// A field of a page, or only the passkey that a page asks for.
struct JudgedField: Sendable {
  let caller: JudgedCaller
  let purpose: FieldPurpose
  /// The page's request that a passkey would answer.
  let assertion: PreparedPasskeyAssertion?
}
