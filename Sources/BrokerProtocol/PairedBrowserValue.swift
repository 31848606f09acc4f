// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A browser profile that may act for pages, as the settings show it.
package struct PairedBrowserValue: Codable, Hashable, Sendable {
  /// The beginning of the SHA-256 of its public key, in hexadecimal digits.
  package var id: String
  /// The browser's display name, with a number if several have the same.
  package var name: String
  /// The program that the profile was paired from: a path, or the sandbox around it.
  package var program: String
  /// The time at which it was paired, in seconds since 1970.
  package var firstUse: Int
  /// The time of its last connection, to the hour, in seconds since 1970.
  package var lastUse: Int

  /// Creates the description of a paired browser.
  package init(id: String, name: String, program: String, firstUse: Int, lastUse: Int) {
    self.id = id
    self.name = name
    self.program = program
    self.firstUse = firstUse
    self.lastUse = lastUse
  }
}
