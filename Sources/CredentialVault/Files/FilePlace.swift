// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Which file or folder stands at a path, whatever becomes of its name afterwards.
struct FilePlace: Equatable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// Looks without following a symbolic link; nil where nothing stands there.
  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
