// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import LocalFiles

/// A manifest in the folder where a browser looks for it; written completely or not at all.
package struct HostManifestFile: Sendable {
  /// The contents at the path.
  package enum Content: Hashable, Sendable {
    case nothing
    case empty
    /// Exactly the manifest that Passfold writes for the program at this path.
    case asWritten(host: String)
    /// Something else, created or changed by another program or the user.
    case other
    /// A file that cannot be read, for the reason in `errno`.
    case unreadable(errorNumber: Int32)
  }

  private static let limit = 65_536

  private let path: String
  private let family: HostManifest.Family

  /// Describes the manifest at a path.
  package init(path: String, family: HostManifest.Family) {
    self.path = path
    self.family = family
  }

  /// The current contents.
  package var content: Content {
    guard let bytes = BoundedFile.read(path, upTo: Self.limit) else {
      return errno == ENOENT || errno == ENOTDIR ? (isLink ? .other : .nothing) : .unreadable(errorNumber: errno)
    }
    if bytes.isEmpty { return .empty }
    guard let manifest = try? JSONDecoder().decode(HostManifest.self, from: Data(bytes)),
      HostManifest(family: family, host: manifest.path).json == bytes
    else { return .other }
    return .asWritten(host: manifest.path)
  }

  /// Whether it is a symbolic link, which Passfold did not create.
  package var isLink: Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }

  /// Writes the manifest for a host. The old file stays until the new one is complete.
  ///
  /// - Throws: `system` with the path that could not be created or written.
  package func write(host: String) throws(CommandFailure) {
    let folder = Self.parent(of: path)
    try Self.makeFolder(folder)
    do {
      // Several commands may run at the same time.
      try DurableFile.replace(
        path, with: HostManifest(family: family, host: host).json, permissions: 0o644, draft: "\(path).\(getpid()).new")
    } catch {
      throw .system(path: path, errorNumber: error.errorNumber)
    }
  }

  /// Removes the file.
  ///
  /// - Throws: `system`.
  package func remove() throws(CommandFailure) {
    guard unlink(path) == 0 else { throw .system(path: path, errorNumber: errno) }
  }

  private static func makeFolder(_ folder: String) throws(CommandFailure) {
    var facts = stat()
    if stat(folder, &facts) == 0 {
      guard facts.st_mode & S_IFMT == S_IFDIR else { throw .system(path: folder, errorNumber: ENOTDIR) }
      return
    }
    let parent = parent(of: folder)
    if parent != folder { try makeFolder(parent) }
    guard mkdir(folder, 0o700) == 0 else { throw .system(path: folder, errorNumber: errno) }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
