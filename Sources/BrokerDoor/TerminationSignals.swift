// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// Handles the signals that end a daemon, so that it can shut down properly.
package struct TerminationSignals {
  private let sources: [any DispatchSourceSignal]

  /// Calls `action` when the process is asked to end, as long as this value exists.
  package init(perform action: @escaping @Sendable () async -> Void) {
    sources = [SIGTERM, SIGINT, SIGHUP].map { number in
      // The source replaces the system's default action, which would end the process. Ignoring the signal first could lose one.
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
