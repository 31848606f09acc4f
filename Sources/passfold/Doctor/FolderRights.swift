// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Who may look into a folder of the person's, and at what lies in it.
package enum FolderRights: Hashable, Sendable {
  case missing
  /// It is the person's, and nobody else may enter it.
  case closed
  /// Others may enter it.
  case open
  /// It belongs to somebody else, or is no folder.
  case foreign
  /// It is the person's, and a file in it is somebody else's or may be read by others.
  case openFile

  private static let mostFiles = 256
  /// A list that everybody can have, which a person puts beside the vault (docs/command.md): others may read it.
  private static let publicFile = "breached-passwords"

  /// Looks at a folder and at the files right in it; reads none of them.
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
