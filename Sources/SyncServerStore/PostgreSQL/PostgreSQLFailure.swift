// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A failed PostgreSQL call. The store's callers see only ``SyncStoreError``.
enum PostgreSQLFailure: Error, Hashable {
  /// There is no connection, or it ended.
  case lost
  /// The database refused, with an SQLSTATE of five characters.
  case refused(state: String)
  /// A row has another form than this store writes.
  case damaged

  /// Whether the same work may succeed immediately: another transaction was in the way (serialization failure, deadlock).
  var isPassing: Bool { self == .refused(state: "40001") || self == .refused(state: "40P01") }
}
