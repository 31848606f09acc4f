// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Crypto

/// A file by the SHA-256 hash of its content, and its location.
struct ShelfFile: Hashable, Sendable {
  let hash: [UInt8]
  let name: String
  let folder: [String]
}

/// Files of one kind, each named by the hash of its content (docs/formats/sync-folder.md, "Files").
///
/// A file counts if its name begins with the hash of its content: a partial file does not, and a copy is the same file. A name is therefore
/// read once, and again only while it does not match.
struct Shelf: Sendable {
  /// The kind of files.
  enum Kind: String, Sendable {
    case entry, commit, rewraps
    /// The commit at which a transferred account continues here, and the commit at which it was transferred elsewhere.
    case root, left

    var longest: Int {
      switch self {
      case .entry: 1 << 16
      case .commit: FolderRequest.longestPush
      case .rewraps: FolderRequest.longestBody
      case .root, .left: 1 << 10
      }
    }
    /// Whether files are distributed over folders by the hash's first byte: some file systems allow few names in a folder.
    var isSpread: Bool { self == .commit }
    var suffix: String { "." + rawValue }
  }

  /// The result of a look.
  struct News {
    var files: [(file: ShelfFile, content: [UInt8])] = []
    /// Whether a file that existed is gone.
    var hasLosses = false
  }

  private struct Unfit {
    let stamp: FolderFiles.Stamp?
    let look: Int
    /// The number of looks that skip it while its stamp is unchanged.
    let pause: Int
  }
  private static let longestPause = 64

  let kind: Kind
  private let place: [String]
  private var known: Set<[UInt8]> = []
  /// The names that were read, one for each content.
  private var read: Set<String> = []
  /// Further names of contents that were read.
  private var copies: Set<String> = []
  private var unfit: [String: Unfit] = [:]
  private var looks = 0

  init(_ kind: Kind, in place: [String]) {
    self.kind = kind
    self.place = place + [kind.rawValue]
  }

  static func hash(of content: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: content)) }

  /// Reads the files added since the last look.
  /// - Parameter mostBytes: The approximate maximum number of bytes read; the next look reads the rest.
  /// - Throws: `unavailable`.
  mutating func look(at files: FolderFiles, mostBytes: Int = .max) throws(SyncFolderError) -> (news: News, isWhole: Bool) {
    looks += 1
    var news = News()
    var byteCount = 0
    var present = 0
    for folder in try folders(files) {
      for name in try files.names(in: folder) {
        if read.contains(name) { present += 1 }
        guard !read.contains(name), !copies.contains(name), let hash = hash(of: name) else { continue }
        guard !known.contains(hash) else {
          copies.insert(name)
          continue
        }
        guard byteCount < mostBytes else { return (news, false) }
        guard let content = try content(of: name, in: folder, files), Self.hash(of: content) == hash else { continue }
        byteCount += content.count
        unfit[name] = nil
        known.insert(hash)
        read.insert(name)
        present += 1
        news.files.append((ShelfFile(hash: hash, name: name, folder: folder), content))
      }
    }
    // A copy of a lost file may remain; it is read when starting again.
    news.hasLosses = present < read.count
    return (news, true)
  }

  /// Adds a file, which the next look returns as news.
  /// - Throws: `unavailable`.
  func put(_ content: [UInt8], with files: FolderFiles) throws(SyncFolderError) {
    let name = Hexadecimal.text(Self.hash(of: content))
    let folder = kind.isSpread ? place + [String(name.prefix(2))] : place
    try files.write(content, as: name + kind.suffix, in: folder)
  }

  /// Reads a file of an earlier look again.
  /// - Throws: `unavailable` if it has changed.
  static func content(of file: ShelfFile, kind: Kind, with files: FolderFiles) throws(SyncFolderError) -> [UInt8] {
    guard case .content(let content) = try files.read(file.name, in: file.folder, atMost: kind.longest), hash(of: content) == file.hash
    else { throw SyncFolderError(.unavailable) }
    return content
  }

  private func folders(_ files: FolderFiles) throws(SyncFolderError) -> [[String]] {
    guard kind.isSpread else { return [place] }
    return try files.names(in: place).filter { $0.utf8.count == 2 && Hexadecimal.bytes($0) != nil }.map { place + [$0] }
  }

  /// Parses a name: the hash, any text inserted by other software, and the kind.
  private func hash(of name: String) -> [UInt8]? {
    guard name.utf8.count >= 64 + kind.suffix.utf8.count, name.hasSuffix(kind.suffix), let hash = Hexadecimal.bytes(name.prefix(64)),
      hash.count == 32
    else { return nil }
    return hash
  }

  private mutating func content(of name: String, in folder: [String], _ files: FolderFiles) throws(SyncFolderError) -> [UInt8]? {
    let stamp = try files.stamp(of: name, in: folder)
    // A file system's times may be coarse, so an unchanged file is retried, less and less often.
    var pause = 1
    if let former = unfit[name], former.stamp == stamp {
      guard looks - former.look >= former.pause else { return nil }
      pause = min(former.pause * 2, Self.longestPause)
    }
    unfit[name] = Unfit(stamp: stamp, look: looks, pause: pause)
    guard stamp != nil, case .content(let content) = try files.read(name, in: folder, atMost: kind.longest) else { return nil }
    return content
  }
}
