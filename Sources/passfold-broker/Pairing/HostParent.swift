// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import LocalEndpoint
import LocalTransport

extension CallerInspection {
  /// The program that started the browser host at the other end; nil where it is not to be seen or is gone.
  func program(startingHostOf connection: LocalConnection) -> BrowserProgram? {
    guard let host = connection.peer?.process, let held = connection.peerProcess(), let parent = Self.parent(of: host), parent > 1,
      let process = identity(ofProcess: parent), let program = BrowserProgram(startedBy: process)
    else { return nil }
    // A host whose parent has ended gets another, and the number may be used again: only what is the same before and after counts.
    guard held.isRunning, Self.parent(of: host) == parent, process.isRunning() else { return nil }
    return program
  }

  /// The number of the process that started another (proc(5), `/proc/pid/stat`); the name before it may hold anything.
  private static func parent(of process: Int32) -> Int32? {
    guard case .text(let text) = SmallFileContent(at: "/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[end...].split(separator: " ")
    return fields.count > 2 ? Int32(fields[2]) : nil
  }
}
