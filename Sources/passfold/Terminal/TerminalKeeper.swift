// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// Puts the terminal back as it was when the command is interrupted while a prompt holds it.
///
/// The prompt is another process, started by the vault; hanging up ends it, and a killed prompt does not tidy up after itself.
final class TerminalKeeper {
  private let sources: [any DispatchSourceSignal]

  /// - Parameters:
  ///   - leaving: what is written to the terminal before the command ends, such as leaving the alternate screen.
  ///   - clearAway: Takes away what the command would leave half done.
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
    // Until it listens, a signal would end the command at once, with all half done.
    for _ in sources { listening.wait() }
  }

  /// Gives interruptions back to the system.
  func release() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }
}
