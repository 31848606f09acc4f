// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

/// An account that is transferred from another place, or to one (docs/formats/sync-folder.md, "Carried here").
extension FolderState {
  /// Continues an account here at a commit that was made elsewhere: `{1: cursor}`.
  mutating func carryAccount(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let (log, root, seen) = try Self.carried(request)
    let view = try look(for: log.account)
    if let known = view.log.line {
      guard !view.log.isSplit, log.entries.starts(with: known.entries) else { throw SyncFolderError(.staleLog) }
    }
    let head = view.commits.head
    let isRepeat = head == root.position && view.log.line?.entries.count == log.entries.count && !view.isLeft
    guard isRepeat || head == root.position || head == seen, head.number <= root.position.number else {
      throw SyncFolderError(.staleParent, head: head)
    }
    if !isRepeat {
      let place = AccountView.place(of: log.account)
      for entry in log.entries { try Shelf(.entry, in: place).put(entry.encoded, with: files) }
      // Entries are valid without the commits that they name if a root says that these are elsewhere.
      if root.position.number > 0 || log.entries.contains(where: { $0.commitHeadSeen != nil }) {
        try Shelf(.root, in: place).put(root.encoded, with: files)
      }
    }
    let now = try look(for: log.account)
    guard now.commits.shows(root.position), now.log.line?.entries.count == log.entries.count else { throw SyncFolderError(.unavailable) }
    account = log.account
    return [1: now.cursor()]
  }

  /// Marks the account as transferred elsewhere, for devices that still use this folder: `{1: time, 2: whether it was marked
  /// already}`. The files stay, since other devices may need them.
  mutating func leaveAccount(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    _ = try request.fields(1...3)
    let (view, log) = try look()
    let head = view.commits.head
    if head.number > 0, !view.isLeft {
      try Shelf(.left, in: AccountView.place(of: log.account)).put(AccountView.leaving(behind: head), with: files)
    }
    return [1: .unsigned(files.environment.now()), 2: .boolean(view.isLeft)]
  }

  private static func carried(_ request: FolderRequest) throws(SyncFolderError) -> (log: MembershipLog, CarriedRoot, CommitPosition) {
    guard request.body.count <= FolderRequest.longestPush else { throw SyncFolderError(.tooLarge) }
    do {
      let fields = try CanonicalFields(decoding: request.body, atMost: FolderRequest.longestPush)
      // A folder needs no invite.
      try fields.requireKeys(1...7, optional: [7])
      let account: AccountIdentifier = try fields.identifier(1)
      let log = try MembershipLog(verifying: try fields.array(2).map { try MembershipLogEntry(decoding: $0.bytesValue ?? []) })
      let root = CarriedRoot(
        position: try fields.position(3), log: log.head, account: account, member: try fields.identifier(5),
        signature: try fields.bytes(6, count: MemberPublicKeys.signatureByteCount))
      guard log.entries.count >= 2, log.account == account, root.holds(in: log) else {
        throw SyncFolderError(.mismatch)
      }
      return (log, root, try fields.position(4))
    } catch {
      throw SyncFolderError(reading: error)
    }
  }
}
