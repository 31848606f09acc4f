// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The status of a process from `/proc/PID/stat` (proc(5)). The kernel shows it for every process, even one that hides its program.
package struct ProcessStatus: Hashable, Sendable {
  /// The name that the process gives itself.
  package let name: String
  /// The parent process: the one that started it, or that has adopted it since.
  package let parent: Int32
  /// The ID of its session.
  package let session: Int32
  /// The device number of its controlling terminal; 0 for none.
  package let terminal: UInt32
  /// The start time, in clock ticks since boot.
  package let start: UInt64

  /// Whether it has a controlling terminal.
  package var hasTerminal: Bool { terminal != 0 }

  /// Parses the file's text; nil if it has another form.
  package init?(parsing text: String) {
    // The name is in parentheses and may contain any character, including parentheses. The fields after the last one are numbers.
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return nil }
    let fields = text[text.index(after: close)...].split(separator: " ")
    // Field 3 (state) is the first here: ppid is field 4, session 6, tty_nr 7, starttime 22.
    guard fields.count >= 20, let parent = Int32(fields[1]), let session = Int32(fields[3]), let terminal = Int32(fields[4]),
      let start = UInt64(fields[19])
    else { return nil }
    name = String(text[text.index(after: open)..<close])
    self.parent = parent
    self.session = session
    self.terminal = UInt32(bitPattern: terminal)
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
