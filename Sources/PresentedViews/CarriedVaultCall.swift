// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import LocalTransport
package import VaultProtocol

/// A call from the settings to the vault through the broker, which numbers it and does not interpret call or answer.
extension ManageRequest {
  /// Wraps a call; nil if it cannot be encoded.
  package init?(_ call: VaultCall) {
    guard let json = try? MessageCoding.encode(VaultRequest(id: 0, call: call)),
      var members = try? MessageCoding.decode([String: JSONValue].self, from: json)
    else { return nil }
    members["id"] = nil
    self.init(.object(members))
  }
}

extension ManagedAnswer {
  /// The vault's answer; nil if this program does not know it.
  package var vaultAnswer: VaultAnswer? {
    guard case .object(var members) = answer else { return nil }
    members["id"] = .number(0)
    guard let json = try? MessageCoding.encode(members) else { return nil }
    return try? MessageCoding.decode(VaultReply.self, from: json).answer
  }
}
