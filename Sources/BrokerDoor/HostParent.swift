// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import LocalEndpoint
import LocalTransport

extension CallerInspection {
  /// The program that started the browser host at the other end; nil where it is not to be seen or is gone.
  func program(startingHostOf connection: LocalConnection) -> BrowserProgram? {
    guard let host = connection.peer?.process, let held = connection.peerProcess(), let parent = ProcessStatus.ofProcess(host)?.parent,
      parent > 1,
      let process = identity(ofProcess: parent), let program = BrowserProgram(startedBy: process)
    else { return nil }
    // A host whose parent has ended gets another, and the number may be used again: only what is the same before and after counts.
    guard held.isRunning, ProcessStatus.ofProcess(host)?.parent == parent, process.isRunning() else { return nil }
    return program
  }
}
