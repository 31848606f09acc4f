// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A request of the sync server's protocol (docs/protocols/sync-server.md).
package struct SyncRequest: Sendable {
  /// `GET`, `POST`, `PUT` or `DELETE`.
  package let method: String
  /// The path with its query.
  package let path: String
  /// The body; nil if there is none.
  package let body: [UInt8]?
  /// The session's token (32 bytes); nil for a request without a session.
  package let token: SharedSecret?
  /// Whether the reply may wait for news.
  package let waitsForNews: Bool

  /// Creates a request.
  package init(_ method: String, _ path: String, body: [UInt8]? = nil, token: SharedSecret? = nil, waitsForNews: Bool = false) {
    self.method = method
    self.path = path
    self.body = body
    self.token = token
    self.waitsForNews = waitsForNews
  }
}

/// A reply.
package struct SyncResponse: Sendable {
  /// The HTTP status.
  package let status: Int
  /// The body.
  package let body: [UInt8]
  /// The time after which the other side wants the next request.
  package let retryAfter: Duration?

  /// Creates a reply.
  package init(status: Int, body: [UInt8], retryAfter: Duration? = nil) {
    self.status = status
    self.body = body
    self.retryAfter = retryAfter
  }
}

/// The only way out of the vault. Only encrypted bytes pass through it, and replies are verified.
package struct SyncExchange: Sendable {
  /// The place at which the account is synchronised: an origin, or the absolute path of a folder.
  package let place: String
  let perform: @Sendable (SyncRequest) async throws(VaultSyncError) -> SyncResponse

  /// Creates an exchange.
  /// - Parameter perform: Sends a request to the place and returns the reply; throws `unreachable` if there is none.
  package init(place: String, perform: @escaping @Sendable (SyncRequest) async throws(VaultSyncError) -> SyncResponse) {
    self.place = place
    self.perform = perform
  }

  /// Whether the place is a folder that other software synchronises.
  package var isFolder: Bool { place.hasPrefix("/") }
}
