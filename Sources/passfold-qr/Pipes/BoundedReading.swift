// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Reads a descriptor to its end, within a bound of bytes and of time.
package enum BoundedReading {
  /// Why reading stopped before the end.
  package enum Stop: Error { case tooLarge, timedOut, failed }

  /// Reads until the end of file.
  ///
  /// - Parameters:
  ///   - descriptor: a pipe or file; it stays open.
  ///   - limit: the most bytes; one more is `tooLarge`.
  ///   - time: how long all of it may take.
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

  /// Waits until `descriptor` can be used or has ended; false at the deadline.
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
  /// What poll takes: milliseconds from now, rounded up, none below zero.
  var millisecondsLeft: CInt {
    let left = ContinuousClock.now.duration(to: self).components
    guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
    let milliseconds = min(left.seconds, 86_400) * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1
    return CInt(milliseconds)
  }
}

/// Writes all bytes to a blocking descriptor; false when the other end has gone.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Bool {
  var written = 0
  while written < bytes.count {
    let count = write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
    if count > 0 { written += count } else if errno != EINTR { return false }
  }
  return true
}
