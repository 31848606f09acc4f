// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An answer of the broker to a client (the client door's "Answers" and "Views"); ``ClientReply`` numbers it.
///
/// For a browser, whose transport has no secret part, secrets are members; for other clients they are nil here and in the frame's secret
/// part.
package enum ClientAnswer: Hashable, Sendable {
  /// The answer to the hello: the protocol's version, and whether the session is one for automated tests, which answers without a user.
  case welcome(version: Int, isVirtual: Bool = false)
  /// The suggestions for a field, if any, and the locked providers.
  case suggestions(FieldSuggestions)
  /// The credential to fill in; its type describes its secret part.
  case credential(FilledCredential)
  /// A one-time code is set up for the named account.
  case setUpDone(CodeSetUp)
  /// A `RegistrationResponseJSON`.
  case passkeyCreated(response: JSONValue)
  /// An `AuthenticationResponseJSON`.
  case passkeyAsserted(response: JSONValue)
  /// The credential that an app's requests returned.
  case authorized(AppCredentialValue)
  /// New passwords to choose from, best first.
  case generated([GeneratedPasswordValue])
  /// A password is stored; `isPresent` if it was stored already and the user was therefore not asked.
  case saved(isPresent: Bool = false)
  /// Whether a typed password is stored already, and what else is known about it.
  case passwordState(PasswordStateValue)
  /// The text that the user chose, on its last hop.
  case text(String?)
  /// The request is done; `detail` is the code of a follow-up step that did not happen: the configuration of a provider that was enabled.
  case done(detail: String? = nil)
  /// The current state of the providers that run or could run.
  case status([ProviderStatusValue])
  /// All installed providers, in the order in which they are asked; and whether the user's decisions about them cannot be read and are
  /// therefore ignored.
  case providers([ProviderSettingsValue], isUnreadable: Bool = false)
  /// The vault's answer to a browser's popup.
  case managed(ManagedAnswer)
  /// The connected browser profiles, in the order they were connected.
  case pairedBrowsers([PairedBrowserValue])
  /// The user allowed the export of a provider's credentials.
  case exportGranted(ExportGrant)
  /// The progress of an exchange's parts.
  case exchanging(ExchangeState)
  /// The request ended without a result.
  case failure(RequestFailure)
  /// A view to draw, for the client that made the request or for a surface; it replaces the previous one.
  case present(PresentableViewValue)
  case dismiss

  /// Whether the request continues after this answer.
  package var leavesRequestOpen: Bool {
    switch self {
    case .welcome, .present, .dismiss: true
    default: false
    }
  }
}

/// The account for which a one-time code was set up.
package struct CodeSetUp: Codable, Hashable, Sendable {
  /// The service's display name.
  package var service: String
  /// The account's display name.
  package var account: String

  /// Creates the answer for an account.
  package init(service: String, account: String) {
    self.service = service
    self.account = account
  }
}
