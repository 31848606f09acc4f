// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The two ends of a pipe, neither of which another program inherits by itself.
package struct PipeEnds {
  /// What comes out of it is read here; below zero where there is none.
  package private(set) var reading: Int32 = -1
  /// What goes into it is written here; below zero where there is none.
  package private(set) var writing: Int32 = -1

  /// No pipe.
  package init() {}

  /// Makes a pipe; nil when the process has no descriptors left.
  package static func make() -> PipeEnds? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var pipe = PipeEnds()
    pipe.reading = ends[0]
    pipe.writing = ends[1]
    return pipe
  }

  /// Closes the end that is read.
  package mutating func closeReading() { Self.close(&reading) }

  /// Closes the end that is written into.
  package mutating func closeWriting() { Self.close(&writing) }

  private static func close(_ end: inout Int32) {
    if end >= 0 { Glibc.close(end) }
    end = -1
  }
}
