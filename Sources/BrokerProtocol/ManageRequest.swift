// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A request of a browser's popup for the vault (the client door's `manage`); the broker carries it as it came.
package struct ManageRequest: Codable, Hashable, Sendable {
  /// One request of the vault's management door, without its number.
  package var request: JSONValue
  /// What is the frame's secret part at that door.
  package var secret: String?

  /// Wraps a request.
  package init(_ request: JSONValue, secret: String? = nil) {
    self.request = request
    self.secret = secret
  }
}

/// What the vault answered a browser's popup (the client door's `managed`).
package struct ManagedAnswer: Codable, Hashable, Sendable {
  /// One answer of the vault's management door, without its number.
  package var answer: JSONValue
  /// What was the frame's secret part at that door.
  package var secret: String?

  /// Wraps an answer.
  package init(_ answer: JSONValue, secret: String? = nil) {
    self.answer = answer
    self.secret = secret
  }
}
