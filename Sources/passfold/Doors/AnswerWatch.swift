// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport
import Synchronization

/// Closes a connection whose other end stays silent, so that a command that shows the state of a process does not hang together with it.
final class AnswerWatch: Sendable {
  /// The time for an answer that needs neither the user nor the network. A busy computer needs less.
  static let usual = Duration.seconds(10)

  private let task: Task<Void, any Error>
  private let late: Late

  private final class Late: Sendable {
    let flag = Mutex(false)
  }

  init(over connection: LocalConnection, limit: Duration = usual) {
    let late = Late()
    self.late = late
    task = Task {
      try await Task.sleep(for: limit)
      late.flag.withLock { $0 = true }
      connection.close()
    }
  }

  deinit { task.cancel() }

  /// Whether the time ran out.
  var isLate: Bool { late.flag.withLock { $0 } }

  /// Ends the watch: from now on, the other end may take its time.
  func end() { task.cancel() }
}
