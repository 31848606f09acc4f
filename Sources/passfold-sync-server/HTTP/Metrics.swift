// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import SyncServerStore

/// Counters for the operator, in Prometheus' text format; they reveal nothing about any account.
final class Metrics: Sendable {
  private struct Key: Hashable {
    let route: String
    let outcome: String
  }
  private let counts = Mutex<[Key: Int]>([:])

  /// Counts a reply; both names come only from the program.
  func count(_ route: String, _ outcome: String) {
    counts.withLock { $0[Key(route: route, outcome: outcome), default: 0] += 1 }
  }

  /// Returns the page.
  func text(waiters: Int, statistics: StoreStatistics?) -> String {
    var lines = ["# HELP passfold_sync_requests_total Answers by route and outcome.", "# TYPE passfold_sync_requests_total counter"]
    let counted = counts.withLock { $0 }.map { "passfold_sync_requests_total{route=\"\($0.route)\",outcome=\"\($0.outcome)\"} \($1)" }
    lines += counted.sorted()
    func gauge(_ name: String, _ help: String, _ value: Int) {
      lines += ["# HELP passfold_sync_\(name) \(help)", "# TYPE passfold_sync_\(name) gauge", "passfold_sync_\(name) \(value)"]
    }
    gauge("waiters", "Requests that wait for changes.", waiters)
    if let statistics {
      gauge("accounts", "Accounts, closed ones included.", statistics.accountCount)
      gauge("records", "Newest versions of records.", statistics.recordCount)
      gauge("database_bytes", "Size of the database without its write-ahead log.", statistics.byteCount)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
