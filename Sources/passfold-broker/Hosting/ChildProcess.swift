// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import Dispatch
import Glibc
import Synchronization

/// A child of the broker with its process group; its number is used only as long as it is its own.
final class ChildProcess: Sendable {
  let number: pid_t
  private let isReaped = Mutex(false)
  private let wasKilled = Mutex(false)

  /// Takes over a started child that leads a process group.
  init(_ number: pid_t) {
    self.number = number
  }

  /// Whether it has been told to end; nobody wants to hear what it still says.
  var isEnding: Bool { wasKilled.withLock { $0 } }

  /// Ends the child and what is left of its group.
  func kill() {
    wasKilled.withLock { $0 = true }
    isReaped.withLock { isReaped in
      guard !isReaped else { return }
      Glibc.kill(-number, SIGKILL)
      Glibc.kill(number, SIGKILL)
    }
  }

  /// Calls `action` when the child has ended, `delay` later; not at all on a kernel that does not tell (before 5.3).
  func whenEnded(after delay: DispatchTimeInterval, perform action: @escaping @Sendable () -> Void) -> (any DispatchSourceRead)? {
    let descriptor = passfold_open_process(number)
    guard descriptor >= 0 else { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    source.setEventHandler {
      source.cancel()
      DispatchQueue.global().asyncAfter(deadline: .now() + delay, execute: action)
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    return source
  }

  /// Waits until the child has ended by itself, for `milliseconds` at most and off the concurrency pool; not at all on a kernel that does
  /// not tell (before 5.3).
  func waitForEnd(milliseconds: CInt) async {
    let descriptor = passfold_open_process(number)
    guard descriptor >= 0 else { return }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var look = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&look, 1, milliseconds)
        close(descriptor)
        continuation.resume()
      }
    }
  }

  /// Waits for the child's end, off the concurrency pool, and lets go of its number.
  ///
  /// - Returns: How it ended, as `waitpid` has it.
  func reap() async -> CInt {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in
        // Looked at first and taken under the lock, so that nobody signals a number that has become another's.
        var information = siginfo_t()
        while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        let status = isReaped.withLock { isReaped in
          var status: CInt = 0
          _ = waitpid(number, &status, 0)
          isReaped = true
          return status
        }
        continuation.resume(returning: status)
      }
    }
  }
}
