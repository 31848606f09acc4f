// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Reads a picture from a file or a pipe, as bytes that are not parsed here.
package enum ImageFile {
  /// Reads the file at `path`; `-` is standard input.
  ///
  /// Accepts regular files and pipes (a shell's `<(…)` is a pipe), but not folders and devices.
  package static func read(_ path: String, limits: Limits) throws(QRFailure) -> ScratchBytes {
    if path == "-" { return try read(descriptor: 0, limits: limits) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw QRFailure(errno == ENOENT || errno == ENOTDIR ? .fileMissing : .fileUnreadable)
    }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, limits: limits)
  }

  /// Reads an open descriptor until its end.
  package static func read(descriptor: CInt, limits: Limits) throws(QRFailure) -> ScratchBytes {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw QRFailure(.fileUnreadable) }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard status.st_size <= limits.fileBytes else { throw QRFailure(.fileTooLarge) }
    case S_IFIFO, S_IFSOCK: break
    default: throw QRFailure(.notAFile)
    }
    let bytes: ScratchBytes
    do {
      bytes = try BoundedReading.toEnd(of: descriptor, limit: limits.fileBytes, time: limits.inputTime)
    } catch {
      switch error {
      case .tooLarge: throw QRFailure(.fileTooLarge)
      case .timedOut: throw QRFailure(.inputTimedOut)
      case .failed: throw QRFailure(.fileUnreadable)
      }
    }
    guard !bytes.isEmpty else { throw QRFailure(.empty) }
    return bytes
  }
}
