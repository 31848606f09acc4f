// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemCallFilter

/// What a process may still do once it is about to look into a stranger's picture: compute, read standard input, write its result.
enum Sandbox {
  /// Gives up everything else, for good.
  ///
  /// No file can be opened, no socket made, no program started, no memory made executable. Resource limits bound time and
  /// memory. Refused calls fail with EPERM; calls that only an intruder makes end the process.
  ///
  /// - Throws: `sandboxUnavailable` when the kernel does not let the process lock itself in.
  static func enter(limits: Limits) throws(QRFailure) {
    SystemCallFilter.limit(RLIMIT_AS, to: limits.addressSpace)
    SystemCallFilter.limit(RLIMIT_CPU, to: limits.decoderProcessorSeconds)
    SystemCallFilter.limit(RLIMIT_NOFILE, to: 3)
    do throws(SystemCallFilter.Unavailable) {
      let filter = try SystemCallFilter()
      try filter.allow(["read"], where: [.argument(0, is: 0)])
      for descriptor in [1, 2] { try filter.allow(["write"], where: [.argument(0, is: descriptor)]) }
      try filter.kill(on: SystemCallFilter.intruding + ["connect", "socket"])
      try filter.enforce()
    } catch {
      throw QRFailure(.sandboxUnavailable)
    }
  }
}
