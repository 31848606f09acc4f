// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FetchProtocol
import Glibc
import SystemCallFilter

/// The operations left to the process before it receives untrusted data: compute, use its one socket, and write the outcome.
enum Confinement {
  private static let addressSpace: UInt = 1 << 30
  private static let processorSeconds: UInt = 10

  /// Permanently gives up everything else: the process can no longer open files, create other connections or start programs.
  ///
  /// - Throws: `fetcherFailed` if the kernel does not allow the process to confine itself.
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
      // Some versions of libcurl call connect on a socket that they know to be connected, and then wait for it to become connected.
      try filter.answer(["connect"], with: EINPROGRESS)
      // libcurl tries to create a socket pair but works without one. It must not try anything else.
      try filter.kill(on: SystemCallFilter.intruding)
      try filter.enforce()
    } catch {
      throw .fetcherFailed
    }
  }
}
