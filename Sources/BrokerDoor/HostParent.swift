// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import LocalEndpoint
import LocalTransport

extension CallerInspection {
  /// Returns the program that started the browser host at the other end; nil if it is hidden or has ended.
  func program(startingHostOf connection: LocalConnection) -> BrowserProgram? {
    guard let host = connection.peer?.process, let held = connection.peerProcess(), let parent = ProcessStatus.ofProcess(host)?.parent,
      parent > 1,
      let process = identity(ofProcess: parent), let program = BrowserProgram(startedBy: process)
    else { return nil }
    // A host whose parent has ended gets another one, and the number may be reused, so the values must be the same before and after.
    guard held.isRunning, ProcessStatus.ofProcess(host)?.parent == parent, process.isRunning() else { return nil }
    return program
  }
}
