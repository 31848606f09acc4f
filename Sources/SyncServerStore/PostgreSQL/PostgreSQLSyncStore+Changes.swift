// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

extension PostgreSQLSyncStore {
  /// Reads a snapshot, so that account, commits and versions agree.
  package func changes(
    of account: AccountIdentifier, after sequence: UInt64, within limits: PageLimits
  ) async throws(SyncStoreError) -> ChangePage? {
    try await read { connection in
      // Reads only the sizes first: a page may be far smaller than the remaining data.
      let looked = try connection.run([
        .init(.beginSnapshot), .init(.readAccount, .name(account)),
        .init(.readSizes, .name(account), .counter(sequence), .integer(Int64(limits.lookahead))),
      ])
      guard let row = try AccountRow(account, looked[1]) else { return nil }
      let sizes = try looked[2].rows.map {
        ChangeSize(sequence: try $0.counter(0), versions: try $0.small(1), commits: try $0.small(2), bytes: try $0.small(3))
      }
      let end = limits.end(of: sizes) ?? row.sequence
      let range: [PostgreSQLValue] = [.name(account), .counter(sequence), .counter(end)]
      let read = try connection.run([
        .init(.readCommits, range[0], range[1], range[2]), .init(.readVersions, range[0], range[1], range[2]), .init(.commit),
      ])
      return ChangePage(
        sequence: max(end, sequence), hasMore: end < row.sequence, commits: try read[0].rows.map { try $0.bytes(0) },
        versions: try read[1].rows.map {
          ChangePage.Version(number: try $0.counter(0), wrap: try $0.bytes(1), body: try $0.bytes(2))
        }, account: row.stored)
    }
  }

  /// Reads the newest versions and those old ones that were the newest at the checkpoint.
  package func checkpoint(
    of account: AccountIdentifier, number: UInt64?, after record: RecordName?, most: Int
  ) async throws(SyncStoreError) -> CheckpointOutcome {
    try await read { connection in
      let looked = try connection.run([.init(.beginSnapshot), .init(.readAccount, .name(account))])
      guard let row = try AccountRow(account, looked[1]), row.checkpoint > 0 else { return .none }
      guard number == nil || number == row.checkpoint else { return .stale }
      let read = try connection.run([
        .init(.readCheckpoint, .name(account), .counter(row.checkpoint)),
        .init(.readCovered, .name(account), .bytes(record?.bytes ?? []), .counter(row.checkpoint), .integer(Int64(most + 1))),
        .init(.commit),
      ])
      guard let commit = read[0].rows.first else { throw PostgreSQLFailure.damaged }
      let versions = try read[1].rows.prefix(most).map { row in
        CoveredVersion(
          record: try row.identifier(0), revision: try row.counter(1), purpose: try row.small(2), bodyHash: try row.bytes(3),
          author: try row.identifier(4), number: try row.counter(5))
      }
      return .page(
        CheckpointPage(
          header: try commit.bytes(0), number: row.checkpoint, sequence: try commit.counter(1), versions: versions,
          hasMore: read[1].rows.count > most))
    }
  }
}
