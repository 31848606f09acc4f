// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What the broker answers a client (the client door's "Answers" and "Views"); ``ClientReply`` numbers it.
///
/// What is secret is a member towards a browser, whose carrier has no secret part, and otherwise nil here and the frame's secret part.
package enum ClientAnswer: Hashable, Sendable {
  /// The hello was heard; the protocol's version, and whether the session is one for automated tests, which answers without a person.
  case welcome(version: Int, isVirtual: Bool = false)
  /// What fits a field, or nothing, and which providers are locked.
  case suggestions(FieldSuggestions)
  /// What to fill in; its secret part is as the type says.
  case credential(FilledCredential)
  /// A verification code is set up, for the account that is named.
  case setUpDone(CodeSetUp)
  /// A `RegistrationResponseJSON`.
  case passkeyCreated(response: JSONValue)
  /// An `AuthenticationResponseJSON`.
  case passkeyAsserted(response: JSONValue)
  /// What an app's requests brought.
  case authorized(AppCredentialValue)
  /// New passwords to choose from, best first.
  case generated([GeneratedPasswordValue])
  /// A password is kept; `isPresent` where nobody was asked, since it was kept already.
  case saved(isPresent: Bool = false)
  /// Whether a typed password is kept already, and what else is known of it.
  case passwordState(PasswordStateValue)
  /// The last hop of a text that the person chose.
  case text(String?)
  /// `detail` is the code of what did not follow on it: the configuration of a provider that was enabled.
  case done(detail: String? = nil)
  /// The providers that run or could, as they stand now.
  case status([ProviderStatusValue])
  /// All installed providers, in the order in which they are asked; and whether the person's decisions about them cannot be read, and count for nothing.
  case providers([ProviderSettingsValue], isUnreadable: Bool = false)
  /// What the vault answered a browser's popup.
  case managed(ManagedAnswer)
  /// The connected browser profiles, in the order they were connected.
  case pairedBrowsers([PairedBrowserValue])
  /// The person gave leave to hand over what a provider keeps.
  case exportGranted(ExportGrant)
  /// How far the parts of an exchange are.
  case exchanging(ExchangeState)
  /// The request ended without what it asked for.
  case failure(RequestFailure)
  /// A view to draw, for the client that the request came from or for a surface; it replaces the one before.
  case present(PresentableViewValue)
  case dismiss

  /// Whether the request goes on after this answer.
  package var leavesRequestOpen: Bool {
    switch self {
    case .welcome, .present, .dismiss: true
    default: false
    }
  }
}

/// For which account a verification code was set up.
package struct CodeSetUp: Codable, Hashable, Sendable {
  /// The service, for people.
  package var service: String
  /// The account, for people.
  package var account: String

  /// Names the account.
  package init(service: String, account: String) {
    self.service = service
    self.account = account
  }
}
