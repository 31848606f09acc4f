// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A request of a browser's popup to the vault (the client door's `manage`); the broker passes it on unchanged.
package struct ManageRequest: Codable, Hashable, Sendable {
  /// One request of the vault's management door, without its number.
  package var request: JSONValue
  /// The frame's secret part at that door.
  package var secret: String?

  /// Creates a wrapper around a request.
  package init(_ request: JSONValue, secret: String? = nil) {
    self.request = request
    self.secret = secret
  }
}

/// The vault's answer to a browser's popup (the client door's `managed`).
package struct ManagedAnswer: Codable, Hashable, Sendable {
  /// One answer of the vault's management door, without its number.
  package var answer: JSONValue
  /// The frame's secret part at that door.
  package var secret: String?

  /// Creates a wrapper around an answer.
  package init(_ answer: JSONValue, secret: String? = nil) {
    self.answer = answer
    self.secret = secret
  }
}
