// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The identity of a file: its device and inode. A path is not enough, because a process may see other files under the same paths.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Identifies the regular file at a path as this process sees it, or the kernel namespace that the path refers to.
  package init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Identifies the Unix socket at a path, without following a link.
  init?(ofSocketAt path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Returns the program that a process runs; nil if the process hides it or has ended.
  package static func program(ofProcess number: Int32) -> FileIdentity? { FileIdentity(at: "/proc/\(number)/exe") }

  /// Returns the mount namespace of a process; nil if the process hides it or has ended.
  package static func mountNamespace(ofProcess number: Int32) -> FileIdentity? { FileIdentity(at: "/proc/\(number)/ns/mnt") }
}
