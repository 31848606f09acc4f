// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalTransport

/// Signals as bytes in a pipe of this process: a handler may do no more than write one.
///
/// Not dispatch sources: a prompt's ``TerminalKeeper`` has used those for the same signals before, and a second source is not told of them.
enum SignalPipe {
  private nonisolated(unsafe) static var ends = PipeEnds()

  /// Starts listening; called once.
  ///
  /// - Returns: the descriptor that can be read when a signal came.
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

  /// The signals that came since the last look.
  static func heard() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(ends.reading, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map(Int32.init)
  }
}
