// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// Restores the terminal if the command is interrupted while a prompt uses it.
///
/// The prompt is a separate process, started by the vault. Closing the connection ends it, and a killed prompt does not clean up.
final class TerminalKeeper {
  private let sources: [any DispatchSourceSignal]

  /// - Parameters:
  ///   - leaving: The text written to the terminal before the command ends, such as the sequence that leaves the alternate screen.
  ///   - clearAway: Removes what the command would leave unfinished.
  init(leaving: String = "", clearAway: @escaping @Sendable () -> Void = {}) {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    var saved = termios()
    let isSaved = terminal >= 0 && tcgetattr(terminal, &saved) == 0
    let before = saved
    let listening = DispatchSemaphore(value: 0)
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "passfold.interruption"))
      source.setEventHandler {
        if isSaved {
          var before = before
          tcsetattr(terminal, TCSANOW, &before)
          Array(leaving.utf8).withUnsafeBytes { _ = DescriptorOutput.write($0, to: terminal) }
        }
        clearAway()
        StandardError.write("\n")
        _exit(CommandStatus.canceled.rawValue)
      }
      source.setRegistrationHandler { listening.signal() }
      source.activate()
      return source
    }
    // Before this handler is active, a signal would end the command immediately, with its work unfinished.
    for _ in sources { listening.wait() }
  }

  /// Restores the default handling of interruptions.
  func release() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }
}
