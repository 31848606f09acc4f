// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// A socket whose other end the broker holds as long as it wants this process. When it closes, for any reason, the process ends.
struct Leash {
  /// The descriptor at which the broker leaves it.
  static let descriptor: CInt = 3

  private let source: any DispatchSourceRead

  /// Whether the broker left one.
  static var isThere: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Ends the process when the broker closes its end.
  init() {
    source = DispatchSource.makeReadSource(fileDescriptor: Self.descriptor, queue: .global())
    // Other threads have nothing to clean up.
    source.setEventHandler { _exit(0) }
    source.activate()
  }
}
