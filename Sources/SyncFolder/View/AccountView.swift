// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

/// The folder's state of one account, built only from the files, whatever their order of arrival.
struct AccountView: Sendable {
  /// The subfolder for all files, so that others may be next to it.
  static let home = "passfold-sync-1"
  private static let bytesAtOnce = 64 << 20

  let account: AccountIdentifier
  private(set) var log: LogTree
  private(set) var commits = CommitTree()
  private(set) var rewraps = RewrapShelf()
  private var entryShelf: Shelf
  private var commitShelf: Shelf
  private var rewrapShelf: Shelf
  private var rootShelf: Shelf
  private var leftShelf: Shelf
  private var roots: [CarriedRoot] = []
  /// The number of the last commit before the account was transferred elsewhere; 0 if it never was.
  private var left: UInt64 = 0
  private var covered: (checkpoint: CommitPosition, versions: [RecordVersion])?

  init(of account: AccountIdentifier) {
    self.account = account
    log = LogTree(account: account)
    let place = Self.place(of: account)
    entryShelf = Shelf(.entry, in: place)
    commitShelf = Shelf(.commit, in: place)
    rewrapShelf = Shelf(.rewraps, in: place)
    rootShelf = Shelf(.root, in: place)
    leftShelf = Shelf(.left, in: place)
  }

  /// Whether the account was transferred elsewhere, and not back since.
  var isLeft: Bool { left > roots.map(\.position.number).max() ?? 0 }

  /// Returns the folder of an account's files.
  static func place(of account: AccountIdentifier) -> [String] { [home, Hexadecimal.text(account.bytes)] }

  /// Adds the files since the last look. If a file is gone, the view is rebuilt, as after a start.
  /// - Throws: `unavailable`.
  mutating func look(at files: FolderFiles) throws(SyncFolderError) {
    guard try !takeNews(files) else { return settle() }
    self = AccountView(of: account)
    _ = try takeNews(files)
    settle()
  }

  /// Returns whether no file is gone.
  private mutating func takeNews(_ files: FolderFiles) throws(SyncFolderError) -> Bool {
    let (entries, _) = try entryShelf.look(at: files)
    for (_, content) in entries.files {
      if let entry = try? MembershipLogEntry(decoding: content) { log.add(entry) }
    }
    let (wraps, _) = try rewrapShelf.look(at: files)
    for (file, content) in wraps.files {
      if let (epoch, rewraps) = try? RewrapShelf.read(content) { self.rewraps.add(rewraps, of: epoch, in: file) }
    }
    let (carried, _) = try rootShelf.look(at: files)
    for (_, content) in carried.files {
      if let root = try? CarriedRoot(decoding: content) { roots.append(root) }
    }
    let (leavings, _) = try leftShelf.look(at: files)
    for (_, content) in leavings.files { left = max(left, (try? Self.leaving(content))?.number ?? 0) }
    var hasLosses = entries.hasLosses || wraps.hasLosses || carried.hasLosses || leavings.hasLosses
    var isWhole = false
    while !isWhole {
      let (news, isAll) = try commitShelf.look(at: files, mostBytes: Self.bytesAtOnce)
      for (file, content) in news.files {
        if let read = try? FolderCommit.read(content), read.commit.commit.header.account == account {
          commits.add(read.commit.commit, in: file)
        }
      }
      hasLosses = hasLosses || news.hasLosses
      isWhole = isAll
    }
    return !hasLosses
  }

  private mutating func settle() {
    var there = commits.there(of: log.commitsWaitedFor, orBehind: Set(roots.map(\.position.hash)))
    // The folder has nothing before a root.
    if let known = roots.map(\.log.sequence).max() { there.formUnion(log.commitsWaitedFor(upTo: known)) }
    _ = log.grow(by: there)
    if let line = log.line { commits.settle(by: line, from: roots.filter { $0.holds(in: line) }) }
  }

  /// Returns the content of a file that marks the account as transferred elsewhere after a commit.
  static func leaving(behind head: CommitPosition) -> [UInt8] { CBOREncoder(profile: .deterministic).encode(.map([1: head.value])) }

  private static func leaving(_ content: [UInt8]) throws(SyncFolderError) -> CommitPosition {
    let fields = try FolderRequest.fields(of: content, keys: 1...1, longest: Shelf.Kind.left.longest)
    do { return try fields.position(1) } catch { throw SyncFolderError(reading: error) }
  }

  /// Returns the last commit of the line with a root, and the versions it covers ordered by name.
  mutating func checkpoint() -> (node: CommitTree.Node, versions: [RecordVersion])? {
    var number = commits.head.number
    while let node = commits.node(at: number) {
      if node.commit.header.checkpoint != nil {
        if let covered, covered.checkpoint == node.position { return (node, covered.versions) }
        var state = commits.state
        while UInt64(state.length) >= number { state.removeLast() }
        let versions = state.versions.values.sorted { $0.item.record.bytes.lexicographicallyPrecedes($1.item.record.bytes) }
        covered = (node.position, versions)
        return (node, versions)
      }
      number -= 1
    }
    return nil
  }
}
