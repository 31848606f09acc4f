// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// A client's request while it is under way.
struct OpenRequest: Sendable {
  /// What a provider may complete it with.
  enum Expectation: Sendable {
    /// One credential of this request.
    case credential(CredentialRequestValue)
    /// Any one-time code.
    case codeFromList
    /// Any password, or an assertion that fits the parameters.
    case signInFromList(PasskeyParametersValue?)
    /// The new passkey.
    case registration(CredentialRequestValue)
    /// A verification code that was set up.
    case setUp
    /// That the password was saved.
    case savedPassword(SavePasswordRequestValue)
    /// New passwords to choose from.
    case generatedPasswords
    /// Any text.
    case text
    /// That the provider is set up.
    case configuration
  }

  /// What becomes of the answer.
  enum Purpose: Sendable {
    /// Fill a field of a page.
    case fill
    /// Resolve `navigator.credentials.get`.
    case get
    /// Resolve `navigator.credentials.create`.
    case create
    /// Report that a code was set up.
    case setUp
    /// Answer an app's requests.
    case authorize
    /// Report that a password was saved.
    case save
    /// Offer new passwords.
    case generate
    /// Insert a text.
    case insert
    /// Report that providers were told.
    case signal
    /// Report that the person's decision about a provider holds.
    case configure
  }

  let client: Int
  let id: Int
  let purpose: Purpose
  /// The provider that works on it; nil while the broker's own view is on screen.
  var provider: String?
  var expectation: Expectation?
  var machine: CredentialRequestMachine?
  /// What the broker's own view offers, by row id.
  var choices: [String: Choice] = [:]
  /// What the list is for that a choice leads to.
  var listing: Listing?
  /// The page's assertion, where a passkey may be the answer.
  var assertion: PreparedPasskeyAssertion?
  /// The page's registration.
  var registration: PreparedPasskeyRegistration?
  /// Who asks, where a page does.
  var caller: JudgedCaller?
  /// What goes to the provider beside the request: a password to save.
  var secret: SharedSecret?
  /// Whether the person chooses among the passwords that come, in the broker's own view.
  var mustChoose = false
  /// The number of the view on screen.
  var presentedView: Int?
  /// How an app performs its requests.
  var appMode: AppRequestMode?
  /// Whether it waits for providers that have just been started.
  var waitsForProviders = false
  /// The app's requests, once they were judged.
  var authorization: AppAuthorization?

  /// A row of the broker's own view.
  enum Choice: Sendable {
    case passkey(CredentialIdentityValue, provider: String)
    case password(CredentialIdentityValue, provider: String)
    /// A new passkey at the provider for new passkeys.
    case createPasskey
    case unlock(provider: String)
    case list(provider: String)
    case text(provider: String)
    /// A new password, and Apple's name of its kind.
    case generated(kind: String, password: String)
  }

  /// Who asked for a list, and for which field.
  struct Listing: Sendable {
    var field: FieldPurpose
    var caller: JudgedCaller
  }

  /// The number of the broker's own view; providers count from 1.
  static let ownView = 0

  init(client: Int, id: Int, purpose: Purpose) {
    self.client = client
    self.id = id
    self.purpose = purpose
  }
}
