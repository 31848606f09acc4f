// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import Glibc

/// A process held by a pidfd, which ensures that data read under its number in `/proc` do not belong to another process.
package final class PeerProcess: Sendable {
  private let descriptor: CInt

  /// Opens the process at the other end of a connected Unix socket (SO_PEERPIDFD, or pidfd_open on kernels before 6.5).
  init?(atOtherEndOf socket: CInt) {
    let process = passfold_peer_process(socket)
    guard process >= 0 else { return nil }
    _ = fcntl(process, F_SETFD, FD_CLOEXEC)
    descriptor = process
  }

  /// Opens the process with this number.
  package init?(number: Int32) {
    let process = passfold_open_process(number)
    guard process >= 0 else { return nil }
    descriptor = process
  }

  /// Whether the process is still running; if so, the data read before belong to it.
  package var isRunning: Bool { passfold_process_runs(descriptor) }

  deinit {
    close(descriptor)
  }
}
