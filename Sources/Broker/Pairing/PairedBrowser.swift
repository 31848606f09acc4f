// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Crypto
package import FoundationEssentials

/// A browser profile that the person connected, as it is kept.
package struct PairedBrowser: Codable, Hashable, Sendable {
  /// The name for people, which no other has.
  package var name: String
  /// The extension that the host vouched for.
  package var caller: String
  /// The identity of the program that started the host.
  package var program: String
  /// The profile's public key in base64url.
  package var publicKey: String
  /// When it was paired, in seconds since 1970.
  package var firstUse: Int
  /// When it last came, to the hour, in seconds since 1970.
  package var lastUse: Int

  /// Describes a profile that is paired now.
  package init(name: String, caller: String, program: String, publicKey: [UInt8], now: Date) {
    self.name = name
    self.caller = caller
    self.program = program
    self.publicKey = Base64URLText.text(of: publicKey)
    firstUse = Int(now.timeIntervalSince1970)
    lastUse = firstUse
  }

  /// What it is named by where its name does not do.
  package var id: String { HexadecimalDigits.text(SHA256.hash(data: Array(publicKey.utf8)).prefix(4)) }

  /// Whether it is the profile with this key of this extension.
  func isProfile(_ publicKey: [UInt8], of caller: String) -> Bool {
    self.publicKey == Base64URLText.text(of: publicKey) && self.caller == caller
  }

  /// How the settings show it.
  var value: PairedBrowserValue { PairedBrowserValue(id: id, name: name, program: program, firstUse: firstUse, lastUse: lastUse) }
}
