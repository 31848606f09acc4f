// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemCallFilter

/// The operations left to a process before it parses an untrusted picture: compute, read standard input, and write its result.
enum Sandbox {
  /// Permanently gives up everything else.
  ///
  /// The process can no longer open files, create sockets, start programs or make memory executable. Resource limits bound time and memory.
  /// Forbidden calls fail with EPERM; calls that only an intruder makes end the process.
  ///
  /// - Throws: `sandboxUnavailable` if the kernel does not allow the process to confine itself.
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
