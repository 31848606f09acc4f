// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncModel

/// The store between the devices. It checks what a server checks, and devices do not trust it.
struct SimulatedStore {
  private(set) var log: MembershipLog
  private(set) var commits: [Commit] = []
  /// The envelopes decoded from the bytes sent by devices.
  private(set) var envelopes: [[UInt8]: RecordEnvelope] = [:]
  private var positions: Set<CommitPosition> = []
  /// The records at each checkpoint, as served to a new device.
  private(set) var checkpoints: [(number: UInt64, versions: [RecordVersion])] = []
  private(set) var versions: [RecordName: RecordVersion] = [:]
  private let fault: PlantedFault?

  init(log: MembershipLog, fault: PlantedFault?) {
    self.log = log
    self.fault = fault
  }

  var head: CommitPosition { commits.last?.position ?? .beginning }

  /// Stores a commit with its envelopes, all or nothing; a repeat gets the first reply.
  mutating func push(_ bytes: [UInt8], _ envelopes: [RecordEnvelope]) -> Bool {
    guard let commit = try? Commit(decoding: bytes) else { return false }
    if positions.contains(commit.position) { return true }
    let isChild = commit.header.parent == head.hash && commit.header.log == log.head
    guard isChild || fault == .takesAnyParent else { return false }
    let named = Dictionary(uniqueKeysWithValues: envelopes.map { ($0.bodyHash, $0) })
    guard commit.items.allSatisfy({ item in named[item.bodyHash].map { CommitItem($0) == item } ?? false }) else { return false }
    let read = named.compactMapValues { try? RecordEnvelope(body: $0.body, wrap: $0.wrap) }
    guard read.count == named.count else { return false }
    commits.append(commit)
    positions.insert(commit.position)
    self.envelopes.merge(read) { known, _ in known }
    for item in commit.items {
      versions[item.record] = RecordVersion(item: item, author: commit.header.device, number: commit.header.number)
    }
    if commit.header.checkpoint != nil { checkpoints.append((commit.header.number, Array(versions.values))) }
    return true
  }

  /// Stores the log's next entry, if its author had seen the newest entry and the newest commit.
  mutating func append(_ next: MembershipLog) -> Bool {
    let sequence = UInt64(log.entries.count)
    guard next.entries.count == log.entries.count + 1, next.position(log.head.sequence) == log.head,
      next.commitHead(at: sequence) == head.hash
    else { return false }
    log = next
    return true
  }

  /// Returns the next commits after a number.
  func commits(after number: UInt64, limit: Int) -> [Commit] { Array(commits.dropFirst(Int(number)).prefix(limit)) }

  func envelope(_ bodyHash: [UInt8]) -> RecordEnvelope? { envelopes[bodyHash] }
}
