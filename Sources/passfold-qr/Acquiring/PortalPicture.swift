// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import LocalFiles

/// A picture file left by a portal, distinguished from files that existed before.
package struct PortalPicture: Sendable, Equatable {
  /// The file's absolute path.
  package let path: String
  /// The time at which the portal was asked, in seconds since 1970.
  package let asked: Int

  /// Creates a value from the portal's answer; nil unless it is a file on this machine.
  package init?(uri: String, asked: Int) {
    guard uri.hasPrefix("file:///"), let path = PercentEncodedPath.decoded(uri.dropFirst("file://".count)) else { return nil }
    self.path = path
    self.asked = asked
  }

  /// Reads the picture, and deletes the file if the portal created it, so that no screenshot of a secret is left behind.
  ///
  /// The portal created it if it is a regular file of this user, has one name, and was written after the portal was asked. A file that the
  /// user selected in the portal is older, and is not deleted.
  package func readAndRemove(limits: Limits) throws(QRFailure) -> ScratchBytes {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    guard descriptor >= 0 else { throw QRFailure(.screenRefused) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw QRFailure(.screenRefused) }
    defer { if isMadeForUs(status) { removeIfSame(status) } }
    return try ImageFile.read(descriptor: descriptor, limits: limits)
  }

  private func isMadeForUs(_ status: stat) -> Bool {
    // Some file systems store only whole seconds.
    status.st_uid == geteuid() && status.st_nlink == 1 && status.st_mtim.tv_sec >= asked - 1 && status.st_ctim.tv_sec >= asked - 1
  }

  private func removeIfSame(_ status: stat) {
    var named = stat()
    guard lstat(path, &named) == 0, named.st_dev == status.st_dev, named.st_ino == status.st_ino else { return }
    unlink(path)
  }
}
