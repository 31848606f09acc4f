// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import Glibc

/// A process held by a pidfd, so that what is read under its number in `/proc` cannot silently be another's.
package final class PeerProcess: Sendable {
  private let descriptor: CInt

  /// Takes hold of the process at the other end of a connected Unix socket (SO_PEERPIDFD, or pidfd_open on kernels before 6.5).
  init?(atOtherEndOf socket: CInt) {
    let process = passfold_peer_process(socket)
    guard process >= 0 else { return nil }
    _ = fcntl(process, F_SETFD, FD_CLOEXEC)
    descriptor = process
  }

  /// Takes hold of the process of a number.
  package init?(number: Int32) {
    let process = passfold_open_process(number)
    guard process >= 0 else { return nil }
    descriptor = process
  }

  /// Whether the process has not ended; what was read of it before is then its own.
  package var isRunning: Bool { passfold_process_runs(descriptor) }

  deinit {
    close(descriptor)
  }
}
