// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

extension ClientRole {
  /// Verifies that a caller may take the role it claims.
  ///
  /// A browser's statements about pages are trusted, so only the installation's own browser host may speak for one. Any other program could
  /// pretend to be any page.
  ///
  /// - Parameters:
  ///   - role: The role in the client's hello.
  ///   - browserHost: The absolute path of the installation's browser host, with links resolved.
  ///   - surfaces: The paths of the installation's programs that draw views; any other program could see and answer the user's prompts.
  /// - Returns: nil for a role that this caller may not take.
  package init?(_ role: ClientRole, of caller: CallerIdentity, browserHost: String?, surfaces: [String] = []) {
    if role == .browser {
      guard let browserHost, caller.executable == browserHost, caller.packaging == nil, caller.isRunning() else { return nil }
    }
    if role == .surface {
      guard let executable = caller.executable, surfaces.contains(executable), caller.packaging == nil, caller.isRunning() else {
        return nil
      }
    }
    // A provider's process is identified by the conversation that the broker created for it.
    if role == .provider { return nil }
    // A sandboxed program must not change the settings of the session.
    if role == .settings, caller.packaging != nil { return nil }
    self = role
  }

  /// Whether this role may make a request. A browser speaks for pages and names them; the others are identified by their process.
  func mayAsk(_ request: ClientRequest) -> Bool {
    switch request {
    case .status: self != .provider
    case .suggestions, .list, .setUpCode, .createPasskey, .getPasskey, .passwordState: self == .browser
    // The vault limits the requests of each of them.
    case .manage: self == .browser || self == .settings
    // A text may be any secret of any service, so pages never get one.
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
