// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// What a client wants of a request, as far as its end depends on it.
package enum RequestAim: Sendable, Equatable {
  /// Know what could be filled, or something else that is answered as soon as it was judged.
  case inform
  /// Fill a field.
  case fill
  /// Resolve `navigator.credentials.get`.
  case get
  /// Resolve `navigator.credentials.create`; nobody is asked where it is conditional.
  case create(isConditional: Bool)
  /// Report that a code was set up.
  case setUp
  /// Answer an app's requests.
  case authorize(AppRequestMode)
  /// Report that a password was saved.
  case save
  /// Offer new passwords.
  case generate
  /// Insert a text.
  case insert
  /// Report that the person's decision about a provider holds.
  case configure
  /// Ask the vault for a popup.
  case manage
  /// Report that credentials were handed over, or how far they are.
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

  /// Whether a page's ceremony waits for the end, which may learn no more of a failure than the specification says.
  var isCeremony: Bool {
    switch self {
    case .get, .create: true
    default: false
    }
  }
}
