// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A lock file that one process holds. It contains the process's number, and the kernel releases the lock when the process ends.
package struct ProcessLock: ~Copyable, Sendable {
  /// The reason why a lock cannot be taken.
  package enum Refusal: Error, Hashable, Sendable {
    /// Another process holds it: the one with this number, if the file contains one.
    case isHeld(by: CInt?)
    /// The file cannot be opened; with the errno(3) value.
    case systemCallFailed(errorNumber: CInt)
  }

  private var descriptor: CInt

  /// Takes the lock at `path` without waiting, and writes this process's number to the file.
  package init(at path: String) throws(Refusal) {
    let opened = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw .systemCallFailed(errorNumber: errno) }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let holder = Self.holder(in: opened)
      close(opened)
      throw .isHeld(by: holder)
    }
    let number = Array("\(getpid())\n".utf8)
    ftruncate(opened, 0)
    _ = number.withUnsafeBytes { pwrite(opened, $0.baseAddress, $0.count, 0) }
    descriptor = opened
  }

  /// Returns whether a process holds the lock at a path; false if there is no such file.
  package static func isHeld(at path: String) -> Bool {
    let opened = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { return false }
    defer { close(opened) }
    return flock(opened, LOCK_SH | LOCK_NB) != 0
  }

  /// Holds the lock until the process ends in any way.
  package consuming func holdUntilExit() {
    descriptor = -1
  }

  deinit {
    guard descriptor >= 0 else { return }
    // The file remains: if it were removed, two processes could lock two files of the same name.
    close(descriptor)
  }

  private static func holder(in descriptor: CInt) -> CInt? {
    let text = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      count = max(pread(descriptor, buffer.baseAddress, buffer.count, 0), 0)
    }
    return CInt(String(decoding: text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }, as: UTF8.self))
  }
}
