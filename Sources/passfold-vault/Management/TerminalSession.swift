// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One session of a terminal, as the kernel counts them; what a grant is opened for.
package struct TerminalSession: Hashable, Sendable {
  /// The session's id: the process id of its leader.
  package let id: Int32
  /// When the leader started, in clock ticks since boot, so that a later session of the same id is another one.
  package let leaderStart: UInt64

  /// Names a session.
  package init(id: Int32, leaderStart: UInt64) {
    self.id = id
    self.leaderStart = leaderStart
  }

  /// Finds the terminal session of a process; nil when it has no controlling terminal or its leader is gone.
  package init?(ofProcess process: Int32, processes: (Int32) -> ProcessStatus?) {
    guard let status = processes(process), status.hasTerminal, let leader = processes(status.session), leader.session == status.session
    else { return nil }
    self.init(id: status.session, leaderStart: leader.start)
  }
}

/// What `/proc/PID/stat` tells of a process (proc(5)).
package struct ProcessStatus: Hashable, Sendable {
  /// The name that the process gives itself.
  package let name: String
  /// The id of its session.
  package let session: Int32
  /// Whether it has a controlling terminal.
  package let hasTerminal: Bool
  /// When it started, in clock ticks since boot.
  package let start: UInt64

  /// Reads the file's text; nil when it has another form.
  package init?(parsing text: String) {
    // The name stands in parentheses and may hold any character, parentheses too; the fields after the last one are numbers.
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return nil }
    let fields = text[text.index(after: close)...].split(separator: " ")
    // Field 3 (state) is the first here: session is field 6, tty_nr 7, starttime 22.
    guard fields.count >= 20, let session = Int32(fields[3]), let terminal = Int32(fields[4]), let start = UInt64(fields[19]) else {
      return nil
    }
    name = String(text[text.index(after: open)..<close])
    self.session = session
    hasTerminal = terminal != 0
    self.start = start
  }

  /// Reads the status of a running process.
  package static func ofProcess(_ process: Int32) -> ProcessStatus? {
    let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return ProcessStatus(parsing: String(decoding: bytes[..<count], as: UTF8.self))
  }
}
