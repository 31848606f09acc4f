// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

extension FolderState {
  private static let pageByteCount = 4 << 20
  private static let mostCoveredVersions = 5_000

  /// Returns the changes after a cursor on the line: `{1: cursor, 2: more, 3: [commit], 4: [[number, wrap, body]], 5: entries, 6: [number,
  /// hash]}`.
  mutating func changes(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let limit = try request.number("limit").map { Int(clamping: $0) } ?? FolderRequest.mostPerMessage
    guard (1...FolderRequest.mostPerMessage).contains(limit) else { throw SyncFolderError(.malformed) }
    let cursor = try request.cursor()
    let (view, log) = try look()
    let head = view.commits.head
    guard view.commits.shows(cursor.commit) else { throw SyncFolderError(.rebased, head: head) }
    var page = ChangePage()
    // The folder has nothing before a root.
    let root = view.commits.state.root
    var last = cursor.commit.number < root.number ? root : cursor.commit
    while let node = view.commits.node(at: last.number + 1) {
      let commit = node.commit
      let newest = Set(commit.items.filter { view.commits.state.versions[$0.record]?.number == node.position.number }.map(\.record))
      var versions: [CBORValue] = []
      if !newest.isEmpty {
        for envelope in try envelopes(of: node) where newest.contains(envelope.facts.record) {
          let version = RewrapShelf.Version(record: envelope.facts.record, revision: envelope.facts.revision)
          let wrap = view.rewraps.wrap(of: version, after: envelope.epoch, upTo: log.epoch)?.wrap ?? envelope.wrap
          versions.append(.array([.unsigned(node.position.number), .bytes(wrap), .bytes(envelope.body)]))
          page.byteCount += wrap.count + envelope.body.count
        }
      }
      let encoded = commit.encoded
      page.byteCount += encoded.count
      // The data of one commit stays together, even if it alone is too large.
      let isTooMuch =
        page.versions.count + versions.count > limit || page.commits.count + 1 > limit || page.byteCount > Self.pageByteCount
      if isTooMuch, !page.commits.isEmpty { break }
      page.commits.append(.bytes(encoded))
      page.versions += versions
      last = node.position
    }
    return [
      1: view.cursor(at: last), 2: .boolean(last != head), 3: .array(page.commits), 4: .array(page.versions),
      5: .unsigned(UInt64(view.log.entries.count)), 6: head.value,
    ]
  }

  private struct ChangePage {
    var commits: [CBORValue] = []
    var versions: [CBORValue] = []
    var byteCount = 0
  }

  /// Returns the envelopes from the file, which is read again: all of them together may have many megabytes.
  private mutating func envelopes(of node: CommitTree.Node) throws(SyncFolderError) -> [RecordEnvelope] {
    do throws(SyncFolderError) {
      return try FolderCommit.read(try Shelf.content(of: node.file, kind: .commit, with: files)).envelopes
    } catch {
      // The file was changed or removed: the next request reads everything again.
      view = nil
      throw SyncFolderError(.unavailable)
    }
  }

  /// Returns the last commit with a root: `{1: header, 2: number, 3: cursor, 4: [[record, version, purpose, hash, author, number]], 5:
  /// more}`.
  mutating func checkpoint(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let number = try request.number("number")
    let after = try request.bytes("after")
    guard after.map({ $0.count == 16 }) ?? true else { throw SyncFolderError(.malformed) }
    _ = try look()
    guard let (node, covered) = view?.checkpoint(), let cursor = view?.cursor(at: node.position) else { throw SyncFolderError(.notFound) }
    guard number == nil || number == node.position.number else { throw SyncFolderError(.staleCheckpoint) }
    let rest = covered.drop { version in after.map { !$0.lexicographicallyPrecedes(version.item.record.bytes) } ?? false }
    let versions = rest.prefix(Self.mostCoveredVersions).map { version in
      CBORValue.array([
        .bytes(version.item.record.bytes), .unsigned(version.item.revision), .unsigned(UInt64(version.item.purpose.rawValue)),
        .bytes(version.item.bodyHash), .bytes(version.author.bytes), .unsigned(version.number),
      ])
    }
    return [
      1: .bytes(node.commit.signedHeader.encoded), 2: .unsigned(node.position.number), 3: cursor, 4: .array(versions),
      5: .boolean(rest.count > versions.count),
    ]
  }

  /// Looks at the folder without waiting: `{1: cursor of the last change}`.
  /// - Throws: `accountClosed` if the account was transferred elsewhere and nothing is new.
  mutating func events(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let known = try request.cursor()
    let (view, _) = try look()
    guard !view.isLeft || known != view.end else { throw SyncFolderError(.accountClosed) }
    return [1: view.cursor()]
  }
}
