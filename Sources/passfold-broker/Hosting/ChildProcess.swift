// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import Dispatch
import Glibc
import Synchronization

/// A child of the broker with its process group; its number is only used while it belongs to the child.
final class ChildProcess: Sendable {
  let number: pid_t
  private let isReaped = Mutex(false)
  private let wasKilled = Mutex(false)

  /// Creates the object for a started child that leads a process group.
  init(_ number: pid_t) {
    self.number = number
  }

  /// Whether it has been told to end; its remaining messages are then ignored.
  var isEnding: Bool { wasKilled.withLock { $0 } }

  /// Ends the child and the rest of its group.
  func kill() {
    wasKilled.withLock { $0 = true }
    isReaped.withLock { isReaped in
      guard !isReaped else { return }
      Glibc.kill(-number, SIGKILL)
      Glibc.kill(number, SIGKILL)
    }
  }

  /// Calls `action` `delay` after the child has ended; never on a kernel that does not report this (before 5.3).
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

  /// Waits until the child has ended by itself, for at most `milliseconds` and off the concurrency pool; does not wait on a kernel that
  /// does not report this (before 5.3).
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

  /// Waits for the child's end, off the concurrency pool, and releases its number.
  ///
  /// - Returns: The child's status, as returned by `waitpid`.
  func reap() async -> CInt {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in
        // Waits without reaping first and reaps under the lock, so that no signal is sent to a reused process number.
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
