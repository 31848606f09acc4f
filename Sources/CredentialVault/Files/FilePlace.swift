// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The identity of the file or folder at a path, independent of later changes to its name.
struct FilePlace: Equatable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// Looks up the path without following a symbolic link; nil if there is nothing.
  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
