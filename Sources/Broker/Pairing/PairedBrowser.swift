// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Crypto
package import FoundationEssentials

/// A browser profile that the user connected, as stored.
package struct PairedBrowser: Codable, Hashable, Sendable {
  /// The unique display name.
  package var name: String
  /// The extension confirmed by the host.
  package var caller: String
  /// The identity of the program that started the host.
  package var program: String
  /// The profile's public key in base64url.
  package var publicKey: String
  /// The time at which it was paired, in seconds since 1970.
  package var firstUse: Int
  /// The time at which it last connected, to the hour, in seconds since 1970.
  package var lastUse: Int

  /// Creates a newly paired profile.
  package init(name: String, caller: String, program: String, publicKey: [UInt8], now: Date) {
    self.name = name
    self.caller = caller
    self.program = program
    self.publicKey = Base64URLText.text(of: publicKey)
    firstUse = Int(now.timeIntervalSince1970)
    lastUse = firstUse
  }

  /// Its identifier, for use instead of the name.
  package var id: String { HexadecimalDigits.text(SHA256.hash(data: Array(publicKey.utf8)).prefix(4)) }

  /// Whether it is the profile with this key in this extension.
  func isProfile(_ publicKey: [UInt8], of caller: String) -> Bool {
    self.publicKey == Base64URLText.text(of: publicKey) && self.caller == caller
  }

  /// The value shown in settings.
  var value: PairedBrowserValue { PairedBrowserValue(id: id, name: name, program: program, firstUse: firstUse, lastUse: lastUse) }
}
