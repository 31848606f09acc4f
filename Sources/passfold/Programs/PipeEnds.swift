// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The two ends of a pipe, neither of which another program inherits by itself.
struct PipeEnds {
  var reading: Int32 = -1
  var writing: Int32 = -1

  /// No pipe.
  init() {}

  /// Makes a pipe; nil when the process has no descriptors left.
  static func make() -> PipeEnds? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var pipe = PipeEnds()
    pipe.reading = ends[0]
    pipe.writing = ends[1]
    return pipe
  }

  mutating func closeReading() { Self.close(&reading) }

  mutating func closeWriting() { Self.close(&writing) }

  private static func close(_ end: inout Int32) {
    if end >= 0 { Glibc.close(end) }
    end = -1
  }
}
