// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// A carrier's task: a request to the other side, in the terms of the sync server's protocol. The secret part is the session's token, if
  /// there is one, followed by the start of the body.
  package struct CarryTask: Codable, Hashable, Sendable {
    /// The length of a session's token in bytes.
    package static let tokenByteCount = 32

    /// The destination: an origin such as `https://sync.example:8443`, or the absolute path of a folder.
    package var place: String
    /// `GET`, `POST`, `PUT` or `DELETE`.
    package var method: String
    /// The path with its query, such as `/v1/changes?limit=500`.
    package var path: String
    /// Whether the secret part begins with the session's token.
    package var hasToken: Bool
    /// The length of the body in bytes; 0 for a task without one.
    package var byteCount: Int
    /// The maximum time for the reply in seconds.
    package var seconds: Int

    /// Creates a task.
    package init(place: String, method: String, path: String, hasToken: Bool, byteCount: Int, seconds: Int) {
      self.place = place
      self.method = method
      self.path = path
      self.hasToken = hasToken
      self.byteCount = byteCount
      self.seconds = seconds
    }
  }
}
