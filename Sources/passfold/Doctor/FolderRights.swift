// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The access rights of a folder of the user and of the files in it.
package enum FolderRights: Hashable, Sendable {
  case missing
  /// It belongs to the user, and nobody else can enter it.
  case closed
  /// Other users can enter it.
  case open
  /// It belongs to another user, or is not a folder.
  case foreign
  /// It belongs to the user, but a file in it belongs to another user or can be read by others.
  case openFile

  private static let mostFiles = 256
  /// A public list that the user puts next to the vault (docs/command.md): others may read it.
  private static let publicFile = "breached-passwords"

  /// Inspects a folder and the files directly in it, without reading any of them.
  package init(of path: String, user: UInt32 = geteuid()) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else {
      self = .missing
      return
    }
    guard facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == user else {
      self = .foreign
      return
    }
    guard facts.st_mode & 0o077 == 0 else {
      self = .open
      return
    }
    self = Self.hasOpenFile(path, user: user) ? .openFile : .closed
  }

  private static func hasOpenFile(_ path: String, user: UInt32) -> Bool {
    guard let folder = opendir(path) else { return true }
    defer { closedir(folder) }
    for _ in 0..<mostFiles {
      guard let entry = readdir(folder) else { return false }
      var facts = stat()
      let (found, isPublic) = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) {
          (fstatat(dirfd(folder), $0, &facts, AT_SYMLINK_NOFOLLOW) == 0, strcmp($0, publicFile) == 0)
        }
      }
      guard found, facts.st_mode & S_IFMT == S_IFREG else { continue }
      if facts.st_uid != user || facts.st_mode & (isPublic ? 0o022 : 0o077) != 0 { return true }
    }
    return false
  }
}
