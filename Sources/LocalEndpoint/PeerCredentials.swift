// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Who is at the other end of a Unix socket, as the kernel recorded it when the peer connected (SO_PEERCRED).
package struct PeerCredentials: Sendable, Equatable {
  /// The peer's process.
  package let process: CInt
  /// The peer's effective user.
  package let user: UInt32
  /// The peer's effective group.
  package let group: UInt32

  /// Asks the kernel about `descriptor`'s peer; nil when it is not a connected Unix socket, or in a box whose processes this one cannot see.
  package init?(descriptor: CInt) {
    guard let credentials = Self.recorded(of: descriptor), credentials.process > 0 else { return nil }
    process = credentials.process
    user = credentials.user
    group = credentials.group
  }

  /// The user of `descriptor`'s peer, of a listener the one who made it listen; nil when it is not a connected Unix socket.
  static func user(of descriptor: CInt) -> UInt32? { recorded(of: descriptor)?.user }

  /// The kernel's `struct ucred` is three 32-bit integers; Glibc's module hides it behind _GNU_SOURCE.
  private static func recorded(of descriptor: CInt) -> (process: Int32, user: UInt32, group: UInt32)? {
    var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: credentials))
    let found = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
    return found == 0 && length == 12 ? credentials : nil
  }

  /// Whether the peer is this process's own user.
  package var isOwnUser: Bool { user == geteuid() }

  /// The peer's executable as the kernel names it; a hint for people, never a proof.
  package var executable: String? { Self.executable(ofProcess: process) }

  /// A process's executable as the kernel names it; nil for a process that hides it or that this one may not look at.
  package static func executable(ofProcess process: CInt) -> String? { symbolicLinkTarget(of: "/proc/\(process)/exe") }
}
