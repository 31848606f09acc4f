// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncModel

/// The lies of a dishonest store. Each is served to a copy of a device, which has to detect it and stay unchanged.
extension Simulation {
  mutating func lie(to index: Int) {
    guard devices[index].alarm == nil, store.commits.count > 2, devices[index].chain.head.number > 1 else { return }
    let device = devices[index]
    let chain = device.chain
    let liar = members.randomElement(using: &generator) ?? 0
    let author = devices[liar].author
    switch Int.random(in: 0..<7, using: &generator) {
    case 0:
      let old = store.commits[Int.random(in: 0..<Int(chain.head.number) - 1, using: &generator)].position
      expect("an older head") { _ = try chain.judge(servedHead: old) }
    case 1:
      // A member, or an attacker with its key, splits the account below the device's head.
      let parent = store.commits[Int.random(in: 0..<Int(chain.head.number) - 1, using: &generator)]
      guard let sibling = try? forged(on: parent, by: author) else { return }
      expect("a second child") { try Self.follow(sibling, chain, device) }
    case 2:
      guard let removed = removals.keys.sorted().randomElement(using: &generator), let entry = removals[removed],
        chain.logSequence >= entry || device.log.lastEntry(seeing: chain.head.hash) ?? 0 >= entry
      else { return }
      guard let head = store.commits.first(where: { $0.position == chain.head }),
        let late = try? forged(on: head, by: devices[removed].author, log: entry - 1)
      else { return }
      expect("a commit by a removed device") { try Self.follow(late, chain, device) }
    case 3:
      guard let next = store.commits(after: chain.head.number, limit: 1).first else { return }
      var bytes = next.encoded
      bytes[Int.random(in: bytes.indices, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      expect("a flipped bit") { try Self.follow(try Commit(decoding: bytes), chain, device) }
    case 4:
      // A member that knows the floor announces a lower format, or forgets young tombstones.
      guard chain.logSequence == device.log.head.sequence, device.log.formatFloor == Self.newFormat,
        let head = store.commits.first(where: { $0.position == chain.head }),
        let low = try? forged(on: head, by: author, changing: { $0.highestFormat = 1 })
      else { return }
      expect("a format below the floor") { try Self.follow(low, chain, device) }
    case 5:
      guard let head = store.commits.first(where: { $0.position == chain.head }), chain.checkpointHistory.knownFrom < chain.head.number,
        let forgetful = try? forged(
          on: head, by: author,
          changing: {
            $0.clock = 0
            $0.checkpoint = CheckpointRoot(over: chain.versions.values.filter { $0.item.purpose == .record })
            $0.forgetsThrough = chain.head.number
          })
      else { return }
      expect("a checkpoint that forgets at once") { try Self.follow(forgetful, chain, device) }
    default:
      guard let later = store.commits(after: chain.head.number, limit: 2).dropFirst().first else { return }
      expect("a commit left out") { try Self.follow(later, chain, device) }
    }
  }

  mutating func lieBehindTheEnd(_ head: Commit, to index: Int, by forger: Int) {
    let device = devices[index]
    guard device.chain.head == head.position,
      let late = try? forged(
        on: head, by: devices[forger].author, log: store.log.head.sequence, changing: { $0.highestFormat = Self.newFormat })
    else { return }
    expect("a commit behind the end") { try Self.follow(late, device.chain, device) }
  }

  private static func follow(_ commit: Commit, _ chain: CommitChain, _ device: SimulatedDevice) throws {
    var chain = chain
    let own = OwnDevice(device.author.member, highestFormat: Simulation.newFormat)
    try chain.follow(commit, log: device.log, as: own, remembering: device.shared.signatures)
  }

  private func forged(
    on parent: Commit, by author: LogAuthor, log sequence: UInt64? = nil, changing change: (inout CommitHeader) -> Void = { _ in }
  ) throws -> Commit {
    var header = parent.header
    header.number = parent.header.number + 1
    header.parent = parent.position.hash
    header.device = author.member
    header.deviceSequence = 1_000_000
    header.checkpoint = nil
    header.forgetsThrough = 0
    if let sequence, let position = store.log.position(sequence), let epoch = store.log.epoch(at: sequence) {
      header.log = position
      header.epoch = epoch
    }
    change(&header)
    return try Commit(signing: header, items: [], with: author.keys)
  }

  private mutating func expect(_ lie: String, refused work: () throws -> Void) {
    do {
      try work()
      report.violations.append(Violation(invariant: .isLinear, finding: "\(lie) was believed"))
    } catch {
      report.refusedLies += 1
    }
  }
}
