// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// Turns the signals that end a daemon into an orderly end.
package struct TerminationSignals {
  private let sources: [any DispatchSourceSignal]

  /// Runs `action` when the process is told to end, for as long as this value lives.
  package init(perform action: @escaping @Sendable () async -> Void) {
    sources = [SIGTERM, SIGINT, SIGHUP].map { number in
      // The source takes the signal over from the system's own action, which ends the process. Ignoring it before would lose one.
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { Task { await action() } }
      let isListening = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isListening.signal() }
      source.activate()
      isListening.wait()
      return source
    }
  }
}
