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
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { Task { await action() } }
      // What is ignored before the source listens would be lost.
      let isListening = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isListening.signal() }
      source.activate()
      isListening.wait()
      return source
    }
  }
}
