// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

/// What the sync server keeps: ciphertext, signatures and counts, one account apart from the other (design: section 3.14).
///
/// Every call is one transaction over one account, so that SQLite and PostgreSQL serve alike. What has returned from a
/// write is on the disk. Rules that depend on the account's present state are judged inside the transaction that writes; whatever can be
/// judged without it, such as signatures, is the caller's. Each call throws `unavailable` when the database fails; a write may be there or not
/// then, and its repeat finds out.
package protocol SyncStore: Sendable {
  /// Founds an account with its first log entries, or says that it exists.
  func found(_ founding: AccountFounding, at now: Date) async throws(SyncStoreError) -> FoundingOutcome
  /// Has an account that was elsewhere go on here from a commit, whether it is new here or was here before and is behind.
  func carry(_ carrying: AccountCarrying, at now: Date) async throws(SyncStoreError) -> CarryingOutcome
  /// An account's counts and heads; nil for one that does not exist.
  func account(_ account: AccountIdentifier) async throws(SyncStoreError) -> StoredAccount?
  /// A present member of an account; nil for any other.
  func member(_ member: DeviceIdentifier, of account: AccountIdentifier) async throws(SyncStoreError) -> StoredMember?
  /// The log's entries from a place on, at most so many.
  func log(of account: AccountIdentifier, from sequence: UInt64, most: Int) async throws(SyncStoreError) -> [[UInt8]]
  /// Appends an entry if it follows the log's present end, and ends the sessions of those that it removes.
  func append(_ appending: LogAppending, at now: Date) async throws(SyncStoreError) -> LogOutcome
  /// Takes a commit and its records if it is the head's child, or gives a repeat the first answer.
  func push(_ push: CommitPush, at now: Date) async throws(SyncStoreError) -> PushOutcome
  /// Replaces wraps of former epochs of those versions that are still the newest, and leaves all others as they are.
  /// - Returns: How many were replaced; nil for an account that takes no writes.
  func rewrap(_ rewraps: [Rewrap], of account: AccountIdentifier, epoch: UInt32) async throws(SyncStoreError) -> Int?
  /// The commits and newest record versions after a change number, in the order of their change numbers.
  func changes(of account: AccountIdentifier, after sequence: UInt64, within limits: PageLimits) async throws(SyncStoreError) -> ChangePage?
  /// The latest checkpoint and the versions that it covers, in the order of their records' names.
  /// - Parameters:
  ///   - number: The checkpoint that a former page came from; nil takes the latest.
  ///   - record: The last record of the former page.
  func checkpoint(
    of account: AccountIdentifier, number: UInt64?, after record: RecordName?, most: Int
  ) async throws(SyncStoreError) -> CheckpointOutcome
  /// Takes chunks of a file that go on from those that are there; others change nothing.
  func put(_ part: BlobPart, at now: Date) async throws(SyncStoreError) -> BlobPartOutcome
  /// The files of an account behind a name, in the order of their names.
  func blobs(of account: AccountIdentifier, after name: BlobName?, most: Int) async throws(SyncStoreError) -> [StoredBlob]
  /// Chunks of a file from a number on; nil for one of which there is none.
  func chunks(of blob: BlobName, account: AccountIdentifier, from first: Int, most: Int) async throws(SyncStoreError) -> BlobPage?
  /// Lets files go, if a commit is the head still; what is not there is passed over.
  func remove(
    _ blobs: [BlobName], of account: AccountIdentifier, seeing head: [UInt8]
  ) async throws(SyncStoreError) -> BlobRemovalOutcome
  /// Begins a session of a present member.
  /// - Returns: False when the member is none, or the challenge was used before.
  func begin(_ session: StoredSession) async throws(SyncStoreError) -> Bool
  /// The session that a token belongs to by its hash, if it has not ended and its member is one still.
  func session(tokenHash: [UInt8], at now: Date) async throws(SyncStoreError) -> OpenSession?
  /// Closes an account: it takes no writes any more and is erased at the given time.
  /// - Returns: When it will be erased, which a repeat does not move; nil for an account that does not exist.
  func close(_ account: AccountIdentifier, erasedAt date: Date) async throws(SyncStoreError) -> Date?
  /// Makes a mailbox; false when there is one of this name already.
  func makeMailbox(_ name: [UInt8], of account: AccountIdentifier, until expiry: Date) async throws(SyncStoreError) -> Bool
  /// Puts a message into a slot of a mailbox, where none has been.
  func put(_ message: [UInt8], into slot: Int, of mailbox: [UInt8], at now: Date) async throws(SyncStoreError) -> MailboxPutOutcome
  /// Takes a message out of a slot, for good.
  func take(from slot: Int, of mailbox: [UInt8], at now: Date) async throws(SyncStoreError) -> MailboxTakeOutcome
  /// The key by which all servers of this database mark their challenges: the first candidate that was ever given.
  func markKey(orKeeping candidate: [UInt8]) async throws(SyncStoreError) -> [UInt8]
  /// Lets one account be founded by whoever shows the token of this hash.
  func invite(tokenHash: [UInt8], until expiry: Date) async throws(SyncStoreError)
  /// Tells other servers of this database that an account has changed. It is a hint, and may be lost.
  func announce(_ account: AccountIdentifier)
  /// The accounts that other servers of this database tell of, from now on; ends where there can be no others.
  func announcements() -> AsyncStream<AccountIdentifier>
  /// Forgets what has passed its time, a bounded part of it.
  /// - Returns: Whether there may be more to forget.
  func prune(at now: Date, by retention: Retention) async throws(SyncStoreError) -> Bool
  /// How much there is, for the operator.
  func statistics() async throws(SyncStoreError) -> StoreStatistics
}
