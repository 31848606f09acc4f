// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import SecretMemory

/// A request of a browser's popup on its way to the vault's management door.
package struct VaultRelayRequest: Sendable {
  /// The most bytes of a request's secret, which is what a frame holds.
  static let secretLimit = 64 * 1024

  /// The request's members, without a number.
  package let members: [String: JSONValue]
  /// What goes beside them.
  package let secret: SharedSecret?
  /// The person's name for the browser.
  package let browser: String
  /// The vault's process; whoever else answers at its door is not to be asked.
  package let vault: Int32

  /// Describes what is to be carried.
  package init(members: [String: JSONValue], secret: SharedSecret?, browser: String, vault: Int32) {
    self.members = members
    self.secret = secret
    self.browser = browser
    self.vault = vault
  }
}

/// What the vault answered.
package struct VaultRelayAnswer: Sendable {
  let members: [String: JSONValue]
  let secret: SharedSecret?

  /// Takes an answer's members, without a number, and what came beside them.
  package init(members: [String: JSONValue], secret: SharedSecret?) {
    self.members = members
    self.secret = secret
  }
}
