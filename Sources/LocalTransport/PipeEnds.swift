// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The two ends of a pipe, both close-on-exec.
package struct PipeEnds {
  /// The end to read from; negative if there is none.
  package private(set) var reading: Int32 = -1
  /// The end to write to; negative if there is none.
  package private(set) var writing: Int32 = -1

  /// Creates a value without a pipe.
  package init() {}

  /// Creates a pipe; nil if the process has no descriptors left.
  package static func make() -> PipeEnds? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var pipe = PipeEnds()
    pipe.reading = ends[0]
    pipe.writing = ends[1]
    return pipe
  }

  /// Closes the end to read from.
  package mutating func closeReading() { Self.close(&reading) }

  /// Closes the end to write to.
  package mutating func closeWriting() { Self.close(&writing) }

  private static func close(_ end: inout Int32) {
    if end >= 0 { Glibc.close(end) }
    end = -1
  }
}
