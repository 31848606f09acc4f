// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Which file it is: its device and inode. A path says less, since a process may have other files under the same paths.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// The regular file at a path, as this process sees it, or the namespace of the kernel's behind one.
  package init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The Unix socket at a path itself, whatever a link there leads to.
  init?(ofSocketAt path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The program that a process runs; nil for a process that hides it or has ended.
  package static func program(ofProcess number: Int32) -> FileIdentity? { FileIdentity(at: "/proc/\(number)/exe") }

  /// The mount namespace that a process is in; nil for a process that hides it or has ended.
  package static func mountNamespace(ofProcess number: Int32) -> FileIdentity? { FileIdentity(at: "/proc/\(number)/ns/mnt") }
}
