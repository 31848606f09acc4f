// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The peer of a Unix socket, as the kernel recorded it when the peer connected (SO_PEERCRED).
package struct PeerCredentials: Sendable, Equatable {
  /// The peer's process.
  package let process: CInt
  /// The peer's effective user.
  package let user: UInt32
  /// The peer's effective group.
  package let group: UInt32

  /// Asks the kernel for the peer of `descriptor`; nil if it is not a connected Unix socket, or the peer is in a sandbox whose processes
  /// are not visible to this one.
  package init?(descriptor: CInt) {
    guard let credentials = Self.recorded(of: descriptor), credentials.process > 0 else { return nil }
    process = credentials.process
    user = credentials.user
    group = credentials.group
  }

  /// Returns the user of the peer of `descriptor` (for a listener, the user that made it listen); nil if it is not a connected Unix socket.
  static func user(of descriptor: CInt) -> UInt32? { recorded(of: descriptor)?.user }

  /// Reads the kernel's `struct ucred`, three 32-bit integers, which Glibc's module hides behind _GNU_SOURCE.
  private static func recorded(of descriptor: CInt) -> (process: Int32, user: UInt32, group: UInt32)? {
    var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: credentials))
    let found = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
    return found == 0 && length == 12 ? credentials : nil
  }

  /// Whether the peer runs as this process's own user.
  package var isOwnUser: Bool { user == geteuid() }

  /// The peer's executable as reported by the kernel; a hint for display, never a proof.
  package var executable: String? { Self.executable(ofProcess: process) }

  /// Returns a process's executable as reported by the kernel; nil if the process hides it or this process may not inspect it.
  package static func executable(ofProcess process: CInt) -> String? { symbolicLinkTarget(of: "/proc/\(process)/exe") }
}
