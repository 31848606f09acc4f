// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a call of PostgreSQL failed with; the store's callers see ``SyncStoreError`` alone.
enum PostgreSQLFailure: Error, Hashable {
  /// There is no connection, or it has ended.
  case lost
  /// The database refused, with an SQLSTATE of five characters.
  case refused(state: String)
  /// A row is not what this store writes.
  case damaged

  /// Whether the same work may succeed at once: another transaction was in the way (serialization failure, deadlock).
  var isPassing: Bool { self == .refused(state: "40001") || self == .refused(state: "40P01") }
}
