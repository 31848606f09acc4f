// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Crypto

/// A file by the SHA-256 of its content, and where it lies.
struct ShelfFile: Hashable, Sendable {
  let hash: [UInt8]
  let name: String
  let folder: [String]
}

/// Files of one kind, each named by the hash of its content (docs/formats/sync-folder.md, "Files").
///
/// A file counts when its name begins with the hash of what is in it: half of a file does not, and a copy of one is the same file. So a
/// name is read once, and again only while it does not fit.
struct Shelf: Sendable {
  /// What is on it.
  enum Kind: String, Sendable {
    case entry, commit, rewraps
    /// From where an account goes on that was carried here, and where it was carried away.
    case root, left

    var longest: Int {
      switch self {
      case .entry: 1 << 16
      case .commit: FolderRequest.longestPush
      case .rewraps: FolderRequest.longestBody
      case .root, .left: 1 << 10
      }
    }
    /// Many files are spread over folders by the hash's first byte: some file systems take few names in one.
    var isSpread: Bool { self == .commit }
    var suffix: String { "." + rawValue }
  }

  /// What a look at the shelf found.
  struct News {
    var files: [(file: ShelfFile, content: [UInt8])] = []
    /// Whether a file that was there is not any more.
    var hasLosses = false
  }

  private struct Unfit {
    let stamp: FolderFiles.Stamp?
    let look: Int
    /// How many looks pass it over while its stamp stays.
    let pause: Int
  }
  private static let longestPause = 64

  let kind: Kind
  private let place: [String]
  private var known: Set<[UInt8]> = []
  /// The names that were read, one of each content.
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

  /// Reads what came since the last look.
  /// - Parameter mostBytes: About how much is read at once; the rest is news of the next look.
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
    // A copy may be left of what is gone; whoever begins anew reads that.
    news.hasLosses = present < read.count
    return (news, true)
  }

  /// Puts a file onto the shelf, of which the next look brings it as news.
  /// - Throws: `unavailable`.
  func put(_ content: [UInt8], with files: FolderFiles) throws(SyncFolderError) {
    let name = Hexadecimal.text(Self.hash(of: content))
    let folder = kind.isSpread ? place + [String(name.prefix(2))] : place
    try files.write(content, as: name + kind.suffix, in: folder)
  }

  /// Reads a file of a former look once more.
  /// - Throws: `unavailable` where it is not what it was.
  static func content(of file: ShelfFile, kind: Kind, with files: FolderFiles) throws(SyncFolderError) -> [UInt8] {
    guard case .content(let content) = try files.read(file.name, in: file.folder, atMost: kind.longest), hash(of: content) == file.hash
    else { throw SyncFolderError(.unavailable) }
    return content
  }

  private func folders(_ files: FolderFiles) throws(SyncFolderError) -> [[String]] {
    guard kind.isSpread else { return [place] }
    return try files.names(in: place).filter { $0.utf8.count == 2 && Hexadecimal.bytes($0) != nil }.map { place + [$0] }
  }

  /// A name is the hash, anything that a carrier put in between, and the kind.
  private func hash(of name: String) -> [UInt8]? {
    guard name.utf8.count >= 64 + kind.suffix.utf8.count, name.hasSuffix(kind.suffix), let hash = Hexadecimal.bytes(name.prefix(64)),
      hash.count == 32
    else { return nil }
    return hash
  }

  private mutating func content(of name: String, in folder: [String], _ files: FolderFiles) throws(SyncFolderError) -> [UInt8]? {
    let stamp = try files.stamp(of: name, in: folder)
    // A file system may tell times in coarse steps, so an unchanged file is tried again, less and less often.
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
