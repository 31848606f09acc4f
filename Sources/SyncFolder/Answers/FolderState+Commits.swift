// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

extension FolderState {
  /// Stores a commit with its envelopes, `{1: commit, 2: [[wrap, body]]}`, all or nothing: `{1: [number, hash], 2: cursor}`.
  mutating func push(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let commit = try FolderCommit.read(request.body).commit.commit
    let position = commit.position
    if let answer = try known(commit, at: position) { return answer }
    try Shelf(.commit, in: AccountView.place(of: commit.header.account)).put(request.body, with: files)
    let (view, _) = try look()
    // A commit that arrived at the same moment may have the smaller hash.
    guard view.commits.shows(position) else { throw SyncFolderError(.staleParent, head: view.commits.head) }
    return [1: position.value, 2: view.cursor(at: position)]
  }

  /// Returns the reply to a repeat; nil for a commit that continues the line.
  private mutating func known(_ commit: Commit, at position: CommitPosition) throws(SyncFolderError) -> CBORMap? {
    let header = commit.header
    let (view, log) = try look()
    // 1. It belongs to this account, and one of its devices signed it.
    guard header.account == log.account else { throw SyncFolderError(.mismatch) }
    if view.commits.shows(position) { return [1: position.value, 2: view.cursor(at: position)] }
    guard let keys = log.publicKeys(of: header.device) else { throw SyncFolderError(.notAllowed) }
    guard keys.isCommitSignature(commit.signedHeader.signature, hash: position.hash), header.highestFormat >= log.formatFloor else {
      throw SyncFolderError(.mismatch)
    }
    guard !view.isLeft else { throw SyncFolderError(.accountClosed) }
    // 2. Its author knew the complete log.
    guard header.log == log.head, header.epoch == log.epoch, !view.log.isSplit else {
      let next = header.log.sequence == .max ? 0 : header.log.sequence + 1
      throw SyncFolderError(.staleEpoch, entries: Self.entries(from: next, in: view))
    }
    // 3. It continues the line.
    guard header.parent == view.commits.head.hash else { throw SyncFolderError(.staleParent, head: view.commits.head) }
    guard view.commits.state.admits(commit) else { throw SyncFolderError(.outOfOrder) }
    return nil
  }

  /// Stores wraps after a rotation, `{1: epoch, 2: [[record, version, wrap]]}`: `{1: number of them that are now in effect}`.
  mutating func rewrap(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let (epoch, rewraps) = try RewrapShelf.read(request.body)
    let (view, log) = try lookToWrite()
    guard epoch == log.epoch, !view.log.isSplit else { throw SyncFolderError(.staleEpoch) }
    let wanted = rewraps.filter { rewrap in
      guard let newest = view.commits.state.versions[rewrap.version.record], newest.item.revision == rewrap.version.revision,
        let own = view.commits.node(at: newest.number)?.commit.header.epoch, own < epoch
      else { return false }
      return view.rewraps.wrap(of: rewrap.version, after: own, upTo: epoch)?.epoch != epoch
    }
    if !wanted.isEmpty {
      try Shelf(.rewraps, in: AccountView.place(of: log.account)).put(request.body, with: files)
      _ = try look()
    }
    return [1: .unsigned(UInt64(wanted.count))]
  }
}
