// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Each step deletes a bounded part, so that no push waits for a large one.
extension PostgreSQLSyncStore {
  private static let mostRows = 500
  private static let mostBlobs = 10

  /// Deletes a part of everything that is due, unless another node is doing so.
  package func prune(at now: Date, by retention: Retention) async throws(SyncStoreError) -> Bool {
    func due(_ duration: Duration) -> Date { now.addingTimeInterval(-TimeInterval(duration.components.seconds)) }
    let steps: [(call: PostgreSQLConnection.Call, most: Int)] = [
      (.init(.pruneFormerVersions, .time(due(retention.formerVersions))), Self.mostRows), (.init(.pruneItems), Self.mostRows),
      (.init(.pruneHeaders, .time(due(retention.headers))), Self.mostRows),
      (.init(.pruneBlobs, .time(due(retention.unfinishedBlobs))), Self.mostBlobs),
    ]
    try await write { connection in
      _ = try connection.run(
        [
          .init(.begin), .init(.pruneSessions, .time(now)), .init(.pruneMailboxes, .time(now)), .init(.pruneInvites, .time(now)),
          .init(.commit),
        ],
        isFinal: true)
    }
    var hasMore = false
    for step in steps {
      let count: Int = try await write { connection in
        let answers = try connection.run([.init(.begin), .init(.beOnlyPruner)])
        guard let isOnly = try answers[1].rows.first?.integer(0), isOnly != 0 else { return 0 }
        let pruned = try connection.run([step.call, .init(.commit)], isFinal: true)
        return try pruned[0].rows.first?.small(0) ?? 0
      }
      if count == step.most { hasMore = true }
    }
    return try await eraseAccounts(now) || hasMore
  }

  /// Erases one account at a time, its largest tables in parts and its own row last.
  private func eraseAccounts(_ now: Date) async throws(SyncStoreError) -> Bool {
    try await write { connection in
      let answers = try connection.run([.init(.begin), .init(.beOnlyPruner), .init(.dueAccount, .time(now))])
      guard let isOnly = try answers[1].rows.first?.integer(0), isOnly != 0, let due = answers[2].rows.first else { return false }
      let account = PostgreSQLValue.bytes(try due.bytes(0))
      for statement in [
        PostgreSQLStatement.eraseRecords, .eraseFormerVersions, .eraseCommits, .eraseLog, .eraseChunks, .eraseBlobs,
      ] {
        if try connection.run(.init(statement, account)).count > 0 {
          _ = try connection.run([.init(.commit)], isFinal: true)
          return true
        }
      }
      _ = try connection.run(
        [
          .init(.eraseSessions, account), .init(.deleteMailboxesOfAccount, account), .init(.eraseDevices, account),
          .init(.eraseAccount, account), .init(.commit),
        ], isFinal: true)
      return true
    }
  }
}
