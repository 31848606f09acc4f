// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import SecretMemory

/// A request of a browser's popup, or of settings, on its way to the vault's management door.
package struct VaultRelayRequest: Sendable {
  /// The most bytes of a request's secret, which is what a frame holds.
  static let secretLimit = 64 * 1024

  /// The request's members, without a number.
  package let members: [String: JSONValue]
  /// What goes beside them.
  package let secret: SharedSecret?
  /// Whom the vault is to ask its person about.
  package enum Asker: Hashable, Sendable {
    /// A browser's popup, by the person's name for the browser.
    case popup(String)
    /// A window or program that shows settings, by its path as the kernel tells it.
    case settings(String)
  }

  /// For whom it is asked.
  package let asker: Asker
  /// The vault's process; whoever else answers at its door is not to be asked.
  package let vault: Int32

  /// Describes what is to be carried.
  package init(members: [String: JSONValue], secret: SharedSecret?, asker: Asker, vault: Int32) {
    self.members = members
    self.secret = secret
    self.asker = asker
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
