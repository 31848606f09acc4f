// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import SecretMemory

/// A request of a browser's popup, or of settings, for the vault's management door.
package struct VaultRelayRequest: Sendable {
  /// The maximum length of a request's secret in bytes, which is that of a frame.
  static let secretLimit = 64 * 1024

  /// The request's members, without a number.
  package let members: [String: JSONValue]
  /// The secret part.
  package let secret: SharedSecret?
  /// The asker named in the vault's prompts.
  package enum Asker: Hashable, Sendable {
    /// A browser's popup, by the user's name for the browser.
    case popup(String)
    /// A window or program that shows settings, by its path according to the kernel.
    case settings(String)
  }

  /// The asker.
  package let asker: Asker
  /// The vault's process; any other process at its door must not be asked.
  package let vault: Int32

  /// Creates a request.
  package init(members: [String: JSONValue], secret: SharedSecret?, asker: Asker, vault: Int32) {
    self.members = members
    self.secret = secret
    self.asker = asker
    self.vault = vault
  }
}

/// The vault's answer.
package struct VaultRelayAnswer: Sendable {
  let members: [String: JSONValue]
  let secret: SharedSecret?

  /// Creates an answer from its members, without a number, and its secret part.
  package init(members: [String: JSONValue], secret: SharedSecret?) {
    self.members = members
    self.secret = secret
  }
}
