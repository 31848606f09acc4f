// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncModel

/// What the folder has of one account: it is built of the files alone, whatever the order in which they came.
struct AccountView: Sendable {
  /// The folder in the folder, so that other files may lie beside it.
  static let home = "passfold-sync-1"
  private static let bytesAtOnce = 64 << 20

  let account: AccountIdentifier
  private(set) var log: LogTree
  private(set) var commits = CommitTree()
  private(set) var rewraps = RewrapShelf()
  private var entryShelf: Shelf
  private var commitShelf: Shelf
  private var rewrapShelf: Shelf
  private var covered: (checkpoint: CommitPosition, versions: [RecordVersion])?

  init(of account: AccountIdentifier) {
    self.account = account
    log = LogTree(account: account)
    let place = Self.place(of: account)
    entryShelf = Shelf(.entry, in: place)
    commitShelf = Shelf(.commit, in: place)
    rewrapShelf = Shelf(.rewraps, in: place)
  }

  /// Where an account's files are.
  static func place(of account: AccountIdentifier) -> [String] { [home, Hexadecimal.text(account.bytes)] }

  /// Takes in what came since the last look. Where a file is gone, the view begins anew, as it would after a start.
  /// - Throws: `unavailable`.
  mutating func look(at files: FolderFiles) throws(SyncFolderError) {
    guard try !takeNews(files) else { return settle() }
    self = AccountView(of: account)
    _ = try takeNews(files)
    settle()
  }

  /// Returns whether all is still there that was.
  private mutating func takeNews(_ files: FolderFiles) throws(SyncFolderError) -> Bool {
    let (entries, _) = try entryShelf.look(at: files)
    for (_, content) in entries.files {
      if let entry = try? MembershipLogEntry(decoding: content) { log.add(entry) }
    }
    let (wraps, _) = try rewrapShelf.look(at: files)
    for (file, content) in wraps.files {
      if let (epoch, rewraps) = try? RewrapShelf.read(content) { self.rewraps.add(rewraps, of: epoch, in: file) }
    }
    var hasLosses = entries.hasLosses || wraps.hasLosses
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
    var there: Set<[UInt8]> = []
    for commit in log.commitsWaitedFor where commits.isThere(commit) { there.insert(commit) }
    _ = log.grow(by: there)
    if let line = log.line { commits.settle(by: line) }
  }

  /// The last commit of the line that has a root, with the versions that it covers in the order of their names.
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
