// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import Crypto
import FoundationEssentials
package import SyncServerStore

/// The rules of the sync server over its store, without HTTP (design: section 3.12; docs/protocols/sync-server.md).
///
/// The server holds no key of anybody. It checks what it can check without one: signatures, hashes, the one line of commits and the log's
/// rules. Clients check all of it again.
package struct SyncServer: Sendable {
  let store: any SyncStore
  let configuration: ServerConfiguration
  let environment: ServerEnvironment
  let rates = RateLimiter()
  let waiters = ChangeWaiters()
  let logs = CheckedLogs()
  let sessions = OpenSessions()
  let challenges: Challenges

  /// Serves a store.
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

  /// Wakes those who wait for changes that other servers of the same database tell of, until the task is cancelled.
  package func hearOthers() async {
    for await account in store.announcements() {
      // What has changed may be who is a member.
      sessions.forget(account)
      waiters.announce(of: account)
    }
  }

  /// Wakes those who wait for changes of an account, here and at other servers of the same database.
  func announce(_ account: AccountIdentifier) {
    waiters.announce(of: account)
    store.announce(account)
  }

  /// How many requests wait for changes.
  package var waiterCount: Int { waiters.count }

  /// Answers all who wait for changes, now and from now on, so that the server can stop.
  package func endWaits() { waiters.close() }

  /// Forgets what has passed its time.
  /// - Throws: `unavailable`.
  package func prune() async throws(SyncServerError) {
    while try await stored({ try await store.prune(at: environment.now(), by: configuration.retention) }) {}
  }

  /// How much the store holds.
  /// - Throws: `unavailable`.
  package func statistics() async throws(SyncServerError) -> StoreStatistics { try await stored { try await store.statistics() } }

  /// Does something that fails with errors of other modules, and fails with this one's.
  func stored<Value>(_ body: () async throws -> Value) async throws(SyncServerError) -> Value {
    do { return try await body() } catch { throw SyncServerError(error) }
  }

  func read<Value>(_ body: () throws -> Value) throws(SyncServerError) -> Value {
    do { return try body() } catch { throw SyncServerError(error) }
  }
}

/// A member whose session was checked; only ``SyncServer/caller(token:)`` makes one.
package struct Caller: Hashable, Sendable {
  /// Whose member it is.
  package let account: AccountIdentifier
  /// The member as it stood when the session was looked up; a write finds out by itself whether it does still.
  let signer: StoredMember
  var member: DeviceIdentifier { signer.member }
}
