// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FetchProtocol
import Glibc
import SystemCallFilter

/// What the process may still do once it hears a stranger: compute, speak over the one socket, and write its outcome.
enum Confinement {
  private static let addressSpace: UInt = 1 << 30
  private static let processorSeconds: UInt = 10

  /// Gives up everything else, for good: no file can be opened, no other connection made, no program started.
  ///
  /// - Throws: `fetcherFailed` when the kernel does not let the process lock itself in.
  static func enter(with socket: CInt) throws(FetchFailure) {
    SystemCallFilter.limit(RLIMIT_AS, to: addressSpace)
    SystemCallFilter.limit(RLIMIT_CPU, to: processorSeconds)
    do throws(SystemCallFilter.Unavailable) {
      let filter = try SystemCallFilter()
      let speaking = [
        "fcntl", "getpeername", "getsockname", "getsockopt", "read", "recvfrom", "recvmsg", "sendmsg", "sendto", "setsockopt",
        "shutdown", "write", "writev",
      ]
      try filter.allow(speaking, where: [.argument(0, is: Int(socket))])
      try filter.allow(["write"], where: [.argument(0, is: 1)])
      try filter.allow(["close"])
      // Some versions of libcurl connect a socket that they know to be connected, and believe that they are about to be.
      try filter.answer(["connect"], with: EINPROGRESS)
      // libcurl tries for a pair of sockets of its own and does without; the rest is not for it to try.
      try filter.kill(on: SystemCallFilter.intruding)
      try filter.enforce()
    } catch {
      throw .fetcherFailed
    }
  }
}
