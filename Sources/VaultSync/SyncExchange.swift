// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A request in the terms of the sync server's protocol (docs/protocols/sync-server.md).
package struct SyncRequest: Sendable {
  /// `GET`, `POST`, `PUT` or `DELETE`.
  package let method: String
  /// The path with its query.
  package let path: String
  /// The body; nil for none.
  package let body: [UInt8]?
  /// The session's token (32 bytes); nil for a request without a session.
  package let token: SharedSecret?
  /// Whether the answer may wait for news.
  package let waitsForNews: Bool

  /// Puts a request together.
  package init(_ method: String, _ path: String, body: [UInt8]? = nil, token: SharedSecret? = nil, waitsForNews: Bool = false) {
    self.method = method
    self.path = path
    self.body = body
    self.token = token
    self.waitsForNews = waitsForNews
  }
}

/// What came back.
package struct SyncResponse: Sendable {
  /// The status, as HTTP numbers them.
  package let status: Int
  /// The body.
  package let body: [UInt8]
  /// After how long the other side wants to be asked again.
  package let retryAfter: Duration?

  /// Puts an answer together.
  package init(status: Int, body: [UInt8], retryAfter: Duration? = nil) {
    self.status = status
    self.body = body
    self.retryAfter = retryAfter
  }
}

/// The one way out of the vault: sealed bytes go through it, and whoever answers is believed in nothing.
package struct SyncExchange: Sendable {
  /// Where the account is synchronised: an origin, or the absolute path of a folder.
  package let place: String
  let perform: @Sendable (SyncRequest) async throws(VaultSyncError) -> SyncResponse

  /// Names a way.
  /// - Parameter perform: Brings a request to the place and the answer back; throws `unreachable` where none came.
  package init(place: String, perform: @escaping @Sendable (SyncRequest) async throws(VaultSyncError) -> SyncResponse) {
    self.place = place
    self.perform = perform
  }

  /// Whether the place is a folder that something else carries.
  package var isFolder: Bool { place.hasPrefix("/") }
}
