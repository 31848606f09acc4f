// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import LocalTransport

/// One session of a terminal, as the kernel counts them, or one window; the unit of a grant.
package struct TerminalSession: Hashable, Sendable {
  /// The session's ID: the process ID of its leader. For a window, the process ID.
  package let id: Int32
  /// The time at which the leader started, in clock ticks since boot, so that a later session with the same ID is distinguished.
  package let leaderStart: UInt64
  /// Whether it is a single process and not all processes in its session.
  package let isWindow: Bool

  /// Creates a session.
  package init(id: Int32, leaderStart: UInt64, isWindow: Bool = false) {
    self.id = id
    self.leaderStart = leaderStart
    self.isWindow = isWindow
  }

  /// Creates the session of one process that shows a window; nil if it has ended.
  package init?(ofWindow process: Int32, processes: (Int32) -> ProcessStatus?) {
    guard let status = processes(process) else { return nil }
    self.init(id: process, leaderStart: status.start, isWindow: true)
  }

  /// Creates the terminal session of a process; nil if it has no controlling terminal or its leader is gone.
  package init?(ofProcess process: Int32, processes: (Int32) -> ProcessStatus?) {
    guard let status = processes(process), status.hasTerminal, let leader = processes(status.session), leader.session == status.session
    else { return nil }
    self.init(id: status.session, leaderStart: leader.start)
  }
}
