// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

/// A server's state of one account, as a value: it can be kept, rolled back, split, and given forged content.
struct ServedAccount: Sendable {
  struct StoredCommit: Sendable {
    var bytes: [UInt8]
    /// The envelopes that were pushed with it.
    var envelopes: [RecordEnvelope] = []
    var isHeaderOnly = false
    let number: UInt64
    var place: UInt64
  }
  struct Version: Sendable {
    var number: UInt64
    var author: DeviceIdentifier
    var wrap: [UInt8]
    var body: [UInt8]
    var place: UInt64

    func item() throws -> CommitItem { CommitItem(try RecordEnvelope(body: body, wrap: wrap)) }
  }
  struct Checkpoint: Sendable {
    var header: [UInt8]
    var number: UInt64
    var covered: [RecordVersion]
  }

  var log: [[UInt8]] = []
  var commits: [StoredCommit] = []
  /// The newest versions by record name.
  var versions: [[UInt8]: Version] = [:]
  var checkpoint: Checkpoint?
  var head = CommitPosition.beginning
  /// Counts changes, as cursors do.
  var place: UInt64 = 0

  func cursor(_ place: UInt64) -> [UInt8] { [1] + (0..<8).map { UInt8(truncatingIfNeeded: place >> (8 * (7 - $0))) } }

  static func place(of cursor: [UInt8]) -> UInt64 { cursor.dropFirst().reduce(0) { $0 << 8 | UInt64($1) } }

  mutating func append(_ entry: [UInt8]) {
    place += 1
    log.append(entry)
  }

  /// Takes a commit without checking it.
  mutating func take(_ commit: Commit, _ envelopes: [RecordEnvelope]) {
    place += 1
    commits.append(StoredCommit(bytes: commit.encoded, envelopes: envelopes, number: commit.header.number, place: place))
    for envelope in envelopes {
      versions[envelope.facts.record.bytes] = Version(
        number: commit.header.number, author: commit.header.device, wrap: envelope.wrap, body: envelope.body, place: place)
    }
    if commit.header.checkpoint != nil {
      checkpoint = Checkpoint(
        header: commit.signedHeader.encoded, number: commit.header.number, covered: (try? recordVersions()) ?? [])
    }
    head = commit.position
  }

  /// The newest versions in a checkpoint's form, in the order of their names.
  func recordVersions() throws -> [RecordVersion] {
    try versions.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, version in
      RecordVersion(item: try version.item(), author: version.author, number: version.number)
    }
  }

  /// Drops the items of the commits up to the checkpoint.
  mutating func dropItems() throws {
    guard let checkpoint else { return }
    for index in commits.indices where commits[index].number <= checkpoint.number {
      commits[index].bytes = try Commit(decoding: commits[index].bytes).signedHeader.encoded
      commits[index].isHeaderOnly = true
    }
  }

  /// Returns the changes after a cursor.
  func changes(after cursor: [UInt8], atMost count: Int) -> ServedChanges {
    let start = Self.place(of: cursor)
    let news = commits.filter { $0.place > start }
    let page = news.prefix(count)
    let end = page.count < news.count ? page.last?.place ?? start : place
    return ServedChanges(
      cursor: self.cursor(max(end, start)), hasMore: page.count < news.count, commits: page.map(\.bytes),
      versions: versions.values.filter { $0.place > start && $0.place <= end }
        .sorted { ($0.place, $0.body.count) < ($1.place, $1.body.count) }
        .map { ServedChanges.Version(number: $0.number, wrap: $0.wrap, body: $0.body) },
      logCount: UInt64(log.count), head: head)
  }
}

/// An answer to `GET /v1/changes`, before it is encoded.
struct ServedChanges: Sendable {
  struct Version: Sendable {
    var number: UInt64
    var wrap: [UInt8]
    var body: [UInt8]
  }
  var cursor: [UInt8]
  var hasMore: Bool
  var commits: [[UInt8]]
  var versions: [Version]
  var logCount: UInt64
  var head: CommitPosition

  var map: CBORMap {
    [
      1: .bytes(cursor), 2: .boolean(hasMore), 3: .array(commits.map(CBORValue.bytes)),
      4: .array(versions.map { .array([.unsigned($0.number), .bytes($0.wrap), .bytes($0.body)]) }), 5: .unsigned(logCount),
      6: .array([.unsigned(head.number), .bytes(head.hash)]),
    ]
  }
}

/// An answer to `GET /v1/checkpoint`, before it is encoded.
struct ServedCheckpoint: Sendable {
  var header: [UInt8]
  var number: UInt64
  var covered: [RecordVersion]
  var hasMore = false

  var map: CBORMap {
    [
      1: .bytes(header), 2: .unsigned(number), 3: .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0]),
      4: .array(
        covered.map { version in
          .array([
            .bytes(version.item.record.bytes), .unsigned(version.item.revision), .unsigned(UInt64(version.item.purpose.rawValue)),
            .bytes(version.item.bodyHash), .bytes(version.author.bytes), .unsigned(version.number),
          ])
        }), 5: .boolean(hasMore),
    ]
  }
}

func encoded(_ map: CBORMap) -> [UInt8] { CBOREncoder(profile: .deterministic).encode(.map(map)) }
