// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import LocalTransport

/// One session of a terminal, as the kernel counts them, or one window; what a grant is opened for.
package struct TerminalSession: Hashable, Sendable {
  /// The session's id: the process id of its leader. Of a window, the process id.
  package let id: Int32
  /// When the leader started, in clock ticks since boot, so that a later session of the same id is another one.
  package let leaderStart: UInt64
  /// Whether it is one process and nobody else in its session.
  package let isWindow: Bool

  /// Names a session.
  package init(id: Int32, leaderStart: UInt64, isWindow: Bool = false) {
    self.id = id
    self.leaderStart = leaderStart
    self.isWindow = isWindow
  }

  /// Means one process that shows a window; nil when it has ended.
  package init?(ofWindow process: Int32, processes: (Int32) -> ProcessStatus?) {
    guard let status = processes(process) else { return nil }
    self.init(id: process, leaderStart: status.start, isWindow: true)
  }

  /// Finds the terminal session of a process; nil when it has no controlling terminal or its leader is gone.
  package init?(ofProcess process: Int32, processes: (Int32) -> ProcessStatus?) {
    guard let status = processes(process), status.hasTerminal, let leader = processes(status.session), leader.session == status.session
    else { return nil }
    self.init(id: status.session, leaderStart: leader.start)
  }
}
