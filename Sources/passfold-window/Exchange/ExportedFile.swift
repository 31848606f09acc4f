// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory

/// A file that only its owner may read, which has no name until it is whole; what was there stays until then, and nothing is left of one that
/// was not finished, also where this program was ended.
final class ExportedFile {
  let path: String
  private let draft: String
  private var descriptor: Int32
  /// Whether the draft has a name, on a file system that knows no files without one.
  private let isNamed: Bool

  /// - Returns: nil where no file can be made there.
  init?(path: String) {
    self.path = path
    var random = SystemRandomNumberGenerator()
    draft = path + ".part-" + String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? "."
    let nameless = open(folder, Self.nameless | O_WRONLY | O_CLOEXEC, 0o600)
    isNamed = nameless < 0
    descriptor = isNamed ? open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) : nameless
    if descriptor < 0 { return nil }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if isNamed { unlink(draft) }
  }

  /// `O_TMPFILE` of open(2), which Swift does not import.
  private static let nameless = O_DIRECTORY | 0o20_000_000

  /// Adds bytes at the end; false where they could not be written.
  func append(_ part: SharedSecret) -> Bool {
    part.withBytes { bytes in
      var done = 0
      while done < bytes.count {
        let more = write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
        if more > 0 { done += more } else if more == 0 || errno != EINTR { return false }
      }
      return true
    }
  }

  /// Makes it durable and puts it into its place; false where that failed, and then nothing of it is left.
  func finish() -> Bool {
    guard fsync(descriptor) == 0 else { return false }
    if !isNamed {
      guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, draft, AT_SYMLINK_FOLLOW) == 0 else { return false }
    }
    guard rename(draft, path) == 0 else {
      unlink(draft)
      return false
    }
    close(descriptor)
    descriptor = -1
    return true
  }
}
