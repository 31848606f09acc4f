// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

/// The sync server's storage: ciphertext, signatures and counts, separately for each account (design: section 3.14).
///
/// Every call is one transaction on one account, so that SQLite and PostgreSQL behave alike. When a write returns, it is on disk. Rules
/// that depend on the account's current state are checked inside the writing transaction; the caller checks everything else, such as
/// signatures. Each call throws `unavailable` if the database fails. A write may then be stored or not; repeating it is safe.
package protocol SyncStore: Sendable {
  /// Creates an account with its first log entries, or reports that it exists.
  func found(_ founding: AccountFounding, at now: Date) async throws(SyncStoreError) -> FoundingOutcome
  /// Continues an account from elsewhere at a commit, whether it is new here or was here before and is behind.
  func carry(_ carrying: AccountCarrying, at now: Date) async throws(SyncStoreError) -> CarryingOutcome
  /// Returns an account's counts and heads; nil if it does not exist.
  func account(_ account: AccountIdentifier) async throws(SyncStoreError) -> StoredAccount?
  /// Returns a current member of an account; nil for any other.
  func member(_ member: DeviceIdentifier, of account: AccountIdentifier) async throws(SyncStoreError) -> StoredMember?
  /// Returns the log's entries starting at a number, at most this many.
  func log(of account: AccountIdentifier, from sequence: UInt64, most: Int) async throws(SyncStoreError) -> [[UInt8]]
  /// Appends an entry if it follows the log's current end, and ends the sessions of the members it removes.
  func append(_ appending: LogAppending, at now: Date) async throws(SyncStoreError) -> LogOutcome
  /// Stores a commit and its records if it is the head's child; a repeat gets the first reply.
  func push(_ push: CommitPush, at now: Date) async throws(SyncStoreError) -> PushOutcome
  /// Replaces wraps of older epochs for versions that are still the newest, and leaves all others as they are.
  /// - Returns: The number of wraps replaced; nil for an account that accepts no writes.
  func rewrap(_ rewraps: [Rewrap], of account: AccountIdentifier, epoch: UInt32) async throws(SyncStoreError) -> Int?
  /// Returns the commits and newest record versions after a change number, ordered by change number.
  func changes(of account: AccountIdentifier, after sequence: UInt64, within limits: PageLimits) async throws(SyncStoreError) -> ChangePage?
  /// Returns the latest checkpoint and the versions it covers, ordered by record name.
  /// - Parameters:
  ///   - number: The checkpoint of the previous page; nil for the latest.
  ///   - record: The last record of the previous page.
  func checkpoint(
    of account: AccountIdentifier, number: UInt64?, after record: RecordName?, most: Int
  ) async throws(SyncStoreError) -> CheckpointOutcome
  /// Stores chunks of a file that continue the existing ones; others change nothing.
  func put(_ part: BlobPart, at now: Date) async throws(SyncStoreError) -> BlobPartOutcome
  /// Returns the files of an account after a name, ordered by name.
  func blobs(of account: AccountIdentifier, after name: BlobName?, most: Int) async throws(SyncStoreError) -> [StoredBlob]
  /// Returns chunks of a file starting at a number; nil if the file has none.
  func chunks(of blob: BlobName, account: AccountIdentifier, from first: Int, most: Int) async throws(SyncStoreError) -> BlobPage?
  /// Removes files if a commit is still the head, skipping missing ones.
  func remove(
    _ blobs: [BlobName], of account: AccountIdentifier, seeing head: [UInt8]
  ) async throws(SyncStoreError) -> BlobRemovalOutcome
  /// Starts a session of a current member.
  /// - Returns: False if it is not a member, or the challenge was used before.
  func begin(_ session: StoredSession) async throws(SyncStoreError) -> Bool
  /// Returns the session of a token by its hash, if it has not ended and its member is still one.
  func session(tokenHash: [UInt8], at now: Date) async throws(SyncStoreError) -> OpenSession?
  /// Closes an account: it accepts no more writes and is erased at the given time.
  /// - Returns: Nil for an account that does not exist.
  func close(_ account: AccountIdentifier, erasedAt date: Date) async throws(SyncStoreError) -> AccountClosing?
  /// Creates a mailbox; false if one of this name exists.
  func makeMailbox(_ name: [UInt8], of account: AccountIdentifier, until expiry: Date) async throws(SyncStoreError) -> Bool
  /// Puts a message into a slot of a mailbox that never had one.
  func put(_ message: [UInt8], into slot: Int, of mailbox: [UInt8], at now: Date) async throws(SyncStoreError) -> MailboxPutOutcome
  /// Takes a message out of a slot permanently.
  func take(from slot: Int, of mailbox: [UInt8], at now: Date) async throws(SyncStoreError) -> MailboxTakeOutcome
  /// Returns the key with which all servers of this database mark their challenges: the first candidate ever stored.
  func markKey(orKeeping candidate: [UInt8]) async throws(SyncStoreError) -> [UInt8]
  /// Permits one account to be created with the token of this hash.
  func invite(tokenHash: [UInt8], until expiry: Date) async throws(SyncStoreError)
  /// Notifies other servers of this database that an account has changed. This is a hint, and may be lost.
  func announce(_ account: AccountIdentifier)
  /// Returns the accounts announced by other servers of this database, from now on; ends if there can be none.
  func announcements() -> AsyncStream<AccountIdentifier>
  /// Deletes a bounded part of the expired data.
  /// - Returns: Whether there may be more to delete.
  func prune(at now: Date, by retention: Retention) async throws(SyncStoreError) -> Bool
  /// Returns the amount of stored data, for the operator.
  func statistics() async throws(SyncStoreError) -> StoreStatistics
}
