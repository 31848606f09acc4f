// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

extension ClientRole {
  /// Judges whether a caller may take the role that it says it has.
  ///
  /// A browser's words about pages are believed, so only the installation's own browser host may speak for one: any other program would be
  /// a page of its choice.
  ///
  /// - Parameters:
  ///   - role: The role in the client's hello.
  ///   - browserHost: The absolute path of the installation's browser host, links resolved.
  ///   - surfaces: The paths of the installation's programs that draw views; any other would see and answer what is asked of the person.
  /// - Returns: nil for a role that is not this caller's.
  package init?(_ role: ClientRole, of caller: CallerIdentity, browserHost: String?, surfaces: [String] = []) {
    if role == .browser {
      guard let browserHost, caller.executable == browserHost, caller.packaging == nil, caller.isRunning() else { return nil }
    }
    if role == .surface {
      guard let executable = caller.executable, surfaces.contains(executable), caller.packaging == nil, caller.isRunning() else {
        return nil
      }
    }
    // A provider's process is known by the conversation that the broker made for it.
    if role == .provider { return nil }
    // A sandboxed program must not change the settings of the session.
    if role == .settings, caller.packaging != nil { return nil }
    self = role
  }

  /// Whether this role may make a request; a browser speaks for pages and says which, the others are known by their process.
  func mayAsk(_ request: ClientRequest) -> Bool {
    switch request {
    case .status: self != .provider
    case .suggestions, .list, .setUpCode, .createPasskey, .getPasskey, .passwordState: self == .browser
    // The vault bounds what each of them may ask.
    case .manage: self == .browser || self == .settings
    // A text may be any secret of any service, so no page is handed one.
    case .textSuggestions, .authorize, .chooseText: self == .app
    case .provide, .generatePassword, .savePassword, .signal:
      self == .browser ? request.context != nil : self == .app && request.context == nil
    case .providers, .setProvider, .pairedBrowsers, .forgetBrowser, .startExchange: self == .settings
    case .requestExport, .exportPart: self == .app || self == .provider
    case .importPart: self == .provider
    case .attachSurface: self == .surface
    }
  }
}
