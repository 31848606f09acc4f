// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// What a client is to the broker, from its hello; each role may ask for its own things alone.
package enum ClientRole: String, Sendable {
  /// A browser's extension, through this installation's browser host.
  case browser
  /// A program that uses AuthenticationServices.
  case app
  /// The command.
  case cli
  /// Draws views for those that draw none.
  case surface
  /// Reads and changes settings.
  case settings

  /// Judges whether a caller may take the role that it says it has.
  ///
  /// A browser's words about pages are believed, so only the installation's own browser host may speak for one: any other program would be
  /// a page of its choice.
  ///
  /// - Parameters:
  ///   - name: The role in the client's hello.
  ///   - browserHost: The absolute path of the installation's browser host, links resolved.
  /// - Returns: nil for an unknown role and for one that is not this caller's.
  package init?(_ name: String, of caller: CallerIdentity, browserHost: String?) {
    guard let role = ClientRole(rawValue: name) else { return nil }
    if role == .browser {
      guard let browserHost, caller.executable == browserHost, caller.packaging == nil, caller.isRunning() else { return nil }
    }
    self = role
  }
}

extension ClientRole {
  /// Whether this role may make a request.
  func mayAsk(_ request: ClientRequest) -> Bool {
    switch request {
    case .status: true
    case .suggestions, .provide, .list, .setUpCode, .createPasskey, .getPasskey: self == .browser
    }
  }
}
