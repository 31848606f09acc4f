// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Reads a descriptor until its end, with limits on size and time.
package enum BoundedReading {
  /// The reason why reading stopped before the end.
  package enum Stop: Error { case tooLarge, timedOut, failed }

  /// Reads until the end of the file.
  ///
  /// - Parameters:
  ///   - descriptor: A pipe or file; it remains open.
  ///   - limit: The maximum number of bytes; one more is `tooLarge`.
  ///   - time: The time limit for all of it.
  package static func toEnd(of descriptor: CInt, limit: Int, time: Duration) throws(Stop) -> ScratchBytes {
    let deadline = ContinuousClock.now + time
    let bytes = ScratchBytes()
    while true {
      guard wait(for: descriptor, Int16(POLLIN), until: deadline) else { throw .timedOut }
      let got = bytes.append(from: descriptor, atMost: limit - bytes.count + 1)
      if got == 0 { return bytes }
      if got < 0, errno != EINTR, errno != EAGAIN { throw .failed }
      if bytes.count > limit { throw .tooLarge }
    }
  }

  /// Waits until `descriptor` is ready or has ended. Returns false at the deadline.
  private static func wait(for descriptor: CInt, _ events: Int16, until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      var entry = pollfd(fd: descriptor, events: events, revents: 0)
      let ready = poll(&entry, 1, deadline.millisecondsLeft)
      if ready > 0 { return true }
      if ready == 0 || errno != EINTR { return false }
    }
  }
}

extension ContinuousClock.Instant {
  /// The time left in milliseconds for poll, rounded up and never negative.
  var millisecondsLeft: CInt {
    let left = ContinuousClock.now.duration(to: self).components
    guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
    let milliseconds = min(left.seconds, 86_400) * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1
    return CInt(milliseconds)
  }
}

/// Writes all bytes to a blocking descriptor. Returns false if the other end has closed.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Bool {
  var written = 0
  while written < bytes.count {
    let count = write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
    if count > 0 { written += count } else if errno != EINTR { return false }
  }
  return true
}
