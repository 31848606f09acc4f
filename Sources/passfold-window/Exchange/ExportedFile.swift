// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory

/// A file that only its owner may read, written beside its place and put there when it is whole; what was there stays until then.
final class ExportedFile {
  let path: String
  private let draft: String
  private var descriptor: Int32

  /// - Returns: nil where no file can be made there.
  init?(path: String) {
    self.path = path
    var random = SystemRandomNumberGenerator()
    draft = path + ".part-" + String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
    descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor < 0 { return nil }
  }

  /// Leaves nothing of what was not finished.
  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(draft)
  }

  /// Adds bytes at the end; false where they could not be written.
  func append(_ part: SharedSecret) -> Bool {
    part.withBytes { bytes in
      var done = 0
      while done < bytes.count {
        let more = write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
        if more > 0 { done += more } else if errno != EINTR { return false }
      }
      return true
    }
  }

  /// Makes it durable and puts it into its place; false where that failed, and then nothing of it is left.
  func finish() -> Bool {
    guard fsync(descriptor) == 0, rename(draft, path) == 0 else { return false }
    close(descriptor)
    descriptor = -1
    return true
  }
}
