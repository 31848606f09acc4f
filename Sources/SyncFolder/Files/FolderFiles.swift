// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Glibc

/// The folder's files through system calls. It does not wait for FIFOs, does not follow links below the folder, and never reads more than
/// requested.
struct FolderFiles: Sendable {
  /// The state of a file, for detecting later writes.
  struct Stamp: Hashable {
    let byteCount: Int
    let seconds: Int
    let nanoseconds: Int
    let node: UInt64
  }
  /// The result of reading a name.
  enum Reading {
    case content([UInt8])
    /// A regular file longer than requested.
    case tooLong
    /// No readable file: a link, a FIFO, a folder, or nothing.
    case nothing
  }

  static let mostNames = 300_000

  let root: String
  let environment: FolderEnvironment

  /// Returns the names in a folder; none if there is no such folder.
  /// - Throws: `unavailable` if the folder cannot be listed, or has too many names.
  func names(in folder: [String]) throws(SyncFolderError) -> [String] {
    guard let descriptor = try open(folder, making: false) else { return [] }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      throw SyncFolderError(.unavailable)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let name, name != ".", name != ".." else { continue }
      names.append(name)
      guard names.count <= Self.mostNames else { throw SyncFolderError(.unavailable) }
    }
    guard errno == 0 else { throw SyncFolderError(.unavailable) }
    return names
  }

  /// Returns the stamp of a regular file; nil for anything else.
  func stamp(of name: String, in folder: [String]) throws(SyncFolderError) -> Stamp? {
    guard let parent = try open(folder, making: false) else { return nil }
    defer { close(parent) }
    var status = stat()
    guard fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return Self.stamp(status)
  }

  /// Reads a regular file of at most this many bytes.
  /// - Throws: `unavailable` if its folder cannot be opened.
  func read(_ name: String, in folder: [String], atMost byteCount: Int) throws(SyncFolderError) -> Reading {
    guard let parent = try open(folder, making: false) else { return .nothing }
    defer { close(parent) }
    let file = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return .nothing }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, let stamp = Self.stamp(status) else { return .nothing }
    guard stamp.byteCount <= byteCount else { return .tooLong }
    var content: [UInt8] = []
    content.reserveCapacity(stamp.byteCount + 1)
    var isWhole = false
    // Reads one byte more than expected, to detect a file that grows in the meantime.
    while !isWhole, content.count <= byteCount {
      let room = min(1 << 16, byteCount + 1 - content.count)
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        count = max(0, Glibc.read(file, buffer.baseAddress, room))
      }
      content += part
      isWhole = part.isEmpty
    }
    return content.count <= byteCount ? .content(content) : .tooLong
  }

  /// Writes a file into a folder, completely or not at all: under another name first, and synchronised to disk before it gets its own.
  /// - Throws: `unavailable` on failure; nothing is left then.
  func write(_ content: [UInt8], as name: String, in folder: [String]) throws(SyncFolderError) {
    guard let parent = try open(folder, making: true) else { throw SyncFolderError(.unavailable) }
    defer { close(parent) }
    let passing = ".passfold-" + Hexadecimal.text(environment.randomBytes(16)) + ".tmp"
    let file = openat(parent, passing, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SyncFolderError(.unavailable) }
    let isWritten = write(content, to: file) && fsync(file) == 0
    // Closing may also report a write error.
    guard close(file) == 0, isWritten, renameat(parent, passing, parent, name) == 0 else {
      unlinkat(parent, passing, 0)
      throw SyncFolderError(.unavailable)
    }
    // The name is already visible to everyone, so a file system that cannot synchronise folders is no reason to report a failure.
    fsync(parent)
  }

  /// Removes files from a folder, and the folder if it is then empty.
  /// - Throws: `unavailable` if one cannot be removed.
  func remove(_ names: [String], in folder: [String]) throws(SyncFolderError) {
    guard let parent = try open(folder, making: false) else { return }
    defer { close(parent) }
    for name in names {
      guard unlinkat(parent, name, 0) == 0 || errno == ENOENT else { throw SyncFolderError(.unavailable) }
    }
    guard let last = folder.last, let above = try open(Array(folder.dropLast()), making: false) else { return }
    defer { close(above) }
    // Fails if other programs put something there.
    unlinkat(above, last, AT_REMOVEDIR)
  }

  private func write(_ content: [UInt8], to file: CInt) -> Bool {
    content.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = environment.write(file, UnsafeRawBufferPointer(rebasing: rest))
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Opens a folder below the root step by step, so that no link leads out of it; nil if there is none.
  private func open(_ folder: [String], making: Bool) throws(SyncFolderError) -> CInt? {
    // The root is the user's choice and may be a link.
    var here = Glibc.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard here >= 0 else { throw SyncFolderError(.unavailable) }
    for name in folder {
      var next = openat(here, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      var error = errno
      if next < 0, making, error == ENOENT {
        // Another process may have created it in the meantime.
        _ = mkdirat(here, name, 0o700)
        next = openat(here, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        error = errno
      }
      close(here)
      guard next >= 0 else {
        // Something else than a folder contains nothing of ours; a folder without permission is an error.
        if !making, [ENOENT, ENOTDIR, ELOOP].contains(error) { return nil }
        throw SyncFolderError(.unavailable)
      }
      here = next
    }
    return here
  }

  private static func stamp(_ status: stat) -> Stamp? {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Stamp(
      byteCount: Int(status.st_size), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec, node: UInt64(status.st_ino))
  }
}
