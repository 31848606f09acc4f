// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import Crypto
import FoundationEssentials
package import SyncServerStore

/// The rules of the sync server on top of its store, without HTTP (design: section 3.12; docs/protocols/sync-server.md).
///
/// The server has no keys of its users. It verifies everything that needs none: signatures, hashes, the single line of commits and the
/// log's rules. Clients verify all of it again.
package struct SyncServer: Sendable {
  let store: any SyncStore
  let configuration: ServerConfiguration
  let environment: ServerEnvironment
  let rates = RateLimiter()
  let waiters = ChangeWaiters()
  let logs = CheckedLogs()
  let sessions = OpenSessions()
  let challenges: Challenges

  /// Creates a server for a store.
  /// - Throws: `unavailable`.
  package init(
    store: any SyncStore, configuration: ServerConfiguration, environment: ServerEnvironment
  ) async throws(SyncServerError) {
    self.store = store
    self.configuration = configuration
    self.environment = environment
    let key: [UInt8]
    // Another server of the same database may have made the challenge that a client answers here.
    do { key = try await store.markKey(orKeeping: environment.randomBytes(32)) } catch { throw SyncServerError(error) }
    challenges = Challenges(key: SymmetricKey(data: key), life: configuration.challengeLife)
  }

  /// Wakes waiting requests on changes announced by other servers of the same database, until the task is cancelled.
  package func hearOthers() async {
    for await account in store.announcements() {
      // The change may concern the members.
      sessions.forget(account)
      waiters.announce(of: account)
    }
  }

  /// Wakes requests waiting for changes of an account, here and on other servers of the same database.
  func announce(_ account: AccountIdentifier) {
    waiters.announce(of: account)
    store.announce(account)
  }

  /// The number of requests waiting for changes.
  package var waiterCount: Int { waiters.count }

  /// Replies to all waiting requests, now and from now on, so that the server can stop.
  package func endWaits() { waiters.close() }

  /// Removes expired data.
  /// - Throws: `unavailable`.
  package func prune() async throws(SyncServerError) {
    while try await stored({ try await store.prune(at: environment.now(), by: configuration.retention) }) {}
  }

  /// Returns the amount of stored data.
  /// - Throws: `unavailable`.
  package func statistics() async throws(SyncServerError) -> StoreStatistics { try await stored { try await store.statistics() } }

  /// Runs an operation and translates errors of other modules into this one's.
  func stored<Value>(_ body: () async throws -> Value) async throws(SyncServerError) -> Value {
    do { return try await body() } catch { throw SyncServerError(error) }
  }

  func read<Value>(_ body: () throws -> Value) throws(SyncServerError) -> Value {
    do { return try body() } catch { throw SyncServerError(error) }
  }
}

/// A member with a verified session; only ``SyncServer/caller(token:)`` creates one.
package struct Caller: Hashable, Sendable {
  /// The account.
  package let account: AccountIdentifier
  /// The member at the time when the session was looked up; a write checks again.
  let signer: StoredMember
  var member: DeviceIdentifier { signer.member }
}
