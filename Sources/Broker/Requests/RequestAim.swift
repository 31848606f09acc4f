// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// The purpose of a client's request, as far as its end depends on it.
package enum RequestAim: Sendable, Equatable {
  /// Returning what can be filled in, or another result available immediately after validation.
  case inform
  /// Filling a field.
  case fill
  /// Resolving `navigator.credentials.get`.
  case get
  /// Resolving `navigator.credentials.create`, without a prompt if conditional.
  case create(isConditional: Bool)
  /// Reporting that a code was set up.
  case setUp
  /// Answering an app's requests.
  case authorize(AppRequestMode)
  /// Reporting that a password was saved.
  case save
  /// Offering new passwords.
  case generate
  /// Inserting a text.
  case insert
  /// Reporting that the user's decision about a provider applies.
  case configure
  /// Asking the vault for a popup.
  case manage
  /// Reporting that credentials were handed over, or the progress.
  case exchange

  init(_ request: ClientRequest) {
    self =
      switch request {
      case .suggestions, .textSuggestions, .signal, .passwordState, .status, .providers, .pairedBrowsers, .forgetBrowser,
        .attachSurface:
        .inform
      case .provide, .list: .fill
      case .setUpCode: .setUp
      case .createPasskey(let request): .create(isConditional: request.isConditional)
      case .getPasskey: .get
      case .authorize(let request): .authorize(request.mode)
      case .generatePassword: .generate
      case .savePassword: .save
      case .chooseText: .insert
      case .setProvider: .configure
      case .manage: .manage
      case .startExchange, .requestExport, .exportPart, .importPart: .exchange
      }
  }

  /// Whether a page's ceremony waits for the end, which may learn no more about a failure than specified.
  var isCeremony: Bool {
    switch self {
    case .get, .create: true
    default: false
    }
  }
}
