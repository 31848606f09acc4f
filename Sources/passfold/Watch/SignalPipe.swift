// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalTransport

/// Signals as bytes in a pipe of this process, because a signal handler may do no more than write one.
///
/// Dispatch sources do not work here: a prompt's ``TerminalKeeper`` has used them for the same signals, and a second source gets no events.
enum SignalPipe {
  private nonisolated(unsafe) static var ends = PipeEnds()

  /// Starts listening; call this once.
  ///
  /// - Returns: The descriptor that becomes readable when a signal arrives.
  static func listen(to signals: [Int32]) -> Int32 {
    guard let pipe = PipeEnds.make() else { return -1 }
    ends = pipe
    for end in [pipe.reading, pipe.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in signals {
      sigaddset(&mask, number)
      signal(number) { number in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(SignalPipe.ends.writing, &byte, 1)
        errno = saved
      }
    }
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    return pipe.reading
  }

  /// Returns the signals received since the last call.
  static func heard() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(ends.reading, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map(Int32.init)
  }
}
