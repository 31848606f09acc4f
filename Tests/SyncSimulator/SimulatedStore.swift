// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncModel

/// What lies between the devices: it checks what a server checks, and nobody believes it.
struct SimulatedStore {
  struct Envelope {
    let body: [UInt8]
    let wrap: [UInt8]
  }

  private(set) var log: MembershipLog
  private(set) var commits: [Commit] = []
  private(set) var envelopes: [[UInt8]: Envelope] = [:]
  /// The records at each checkpoint, as they are served to a new device.
  private(set) var checkpoints: [(number: UInt64, versions: [RecordVersion])] = []
  private var versions: [RecordName: RecordVersion] = [:]
  private let fault: PlantedFault?

  init(log: MembershipLog, fault: PlantedFault?) {
    self.log = log
    self.fault = fault
  }

  var head: CommitPosition { commits.last?.position ?? .beginning }

  /// Takes a commit with its envelopes, all or nothing; a repeated one is answered as the first time.
  mutating func push(_ bytes: [UInt8], _ envelopes: [RecordEnvelope]) -> Bool {
    guard let commit = try? Commit(decoding: bytes) else { return false }
    if commits.contains(where: { $0.position == commit.position }) { return true }
    let isChild = commit.header.parent == head.hash && commit.header.log == log.head
    guard isChild || fault == .takesAnyParent else { return false }
    let named = Dictionary(uniqueKeysWithValues: envelopes.map { ($0.bodyHash, $0) })
    guard commit.items.allSatisfy({ item in named[item.bodyHash].map { CommitItem($0) == item } ?? false }) else { return false }
    commits.append(commit)
    for (hash, envelope) in named { self.envelopes[hash] = Envelope(body: envelope.body, wrap: envelope.wrap) }
    for item in commit.items {
      versions[item.record] = RecordVersion(item: item, author: commit.header.device, number: commit.header.number)
    }
    if commit.header.checkpoint != nil { checkpoints.append((commit.header.number, Array(versions.values))) }
    return true
  }

  /// Takes the log's next entry, if its author had seen the newest entry and the newest commit.
  mutating func append(_ next: MembershipLog) -> Bool {
    let sequence = UInt64(log.entries.count)
    guard next.entries.count == log.entries.count + 1, next.position(log.head.sequence) == log.head,
      next.commitHead(at: sequence) == head.hash
    else { return false }
    log = next
    return true
  }

  /// The commits after a number, a few at a time.
  func commits(after number: UInt64, limit: Int) -> [Commit] { Array(commits.dropFirst(Int(number)).prefix(limit)) }

  func envelope(_ bodyHash: [UInt8]) -> RecordEnvelope? {
    envelopes[bodyHash].flatMap { try? RecordEnvelope(body: $0.body, wrap: $0.wrap) }
  }
}
