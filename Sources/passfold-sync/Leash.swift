// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// The socket that the broker holds at its other end for as long as it wants this process: when that closes, by whatever cause, the process ends.
struct Leash {
  /// Where the broker leaves it.
  static let descriptor: CInt = 3

  private let source: any DispatchSourceRead

  /// Whether the broker left one.
  static var isThere: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Ends the process when the broker lets go.
  init() {
    source = DispatchSource.makeReadSource(fileDescriptor: Self.descriptor, queue: .global())
    // Whatever another thread is in the middle of has nothing to put in order.
    source.setEventHandler { _exit(0) }
    source.activate()
  }
}
