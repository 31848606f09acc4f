// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
import Crypto

/// A commit without its items: the part covered by its hash and signature (design: section 3.9, "header").
package struct CommitHeader: Hashable, Sendable {
  static let version: UInt64 = 1
  /// The format of records and commits that this build writes and the highest that it reads.
  package static let format: UInt64 = 1
  private static let label = Array("passfold/commit/v1".utf8)

  /// The account.
  package var account: AccountIdentifier
  /// Its number in the chain, starting at 1.
  package var number: UInt64
  /// The hash of the previous commit; zeroes in the first.
  package var parent: [UInt8]
  /// The author.
  package var device: DeviceIdentifier
  /// The device's own count of its commits, which always increases.
  package var deviceSequence: UInt64
  /// The end of the membership log as known to the author.
  package var log: LogPosition
  /// The epoch that was current there.
  package var epoch: UInt32
  /// The author's hybrid clock.
  package var clock: UInt64
  /// The hash of the items.
  package var itemsHash: [UInt8]
  /// The highest format that the author reads.
  package var highestFormat: UInt64
  /// In a checkpoint, the hash of the records before it.
  package var checkpoint: CheckpointRoot?
  /// In a checkpoint, the number of the commit up to which it forgets tombstones, which are then not part of the root; 0 if none.
  package var forgetsThrough: UInt64

  /// The commit's position in the chain.
  package var position: CommitPosition { CommitPosition(number: number, hash: hash) }

  /// The hash by which the next commit names this one.
  package var hash: [UInt8] {
    var hash = SHA256()
    hash.update(data: Self.label)
    hash.update(data: CBOREncoder(profile: .deterministic).encode(.map(CBORMap(content) ?? CBORMap())))
    return Array(hash.finalize())
  }

  var content: [CBORMap.Entry] {
    var entries: [CBORMap.Entry] = [
      .init(key: .unsigned(1), value: .unsigned(Self.version)),
      .init(key: .unsigned(2), value: .bytes(account.bytes)),
      .init(key: .unsigned(3), value: .unsigned(number)),
      .init(key: .unsigned(4), value: .bytes(parent)),
      .init(key: .unsigned(5), value: .bytes(device.bytes)),
      .init(key: .unsigned(6), value: .unsigned(deviceSequence)),
      .init(key: .unsigned(7), value: .array([.unsigned(log.sequence), .bytes(log.hash)])),
      .init(key: .unsigned(8), value: .unsigned(UInt64(epoch))),
      .init(key: .unsigned(9), value: .unsigned(clock)),
      .init(key: .unsigned(10), value: .bytes(itemsHash)),
      .init(key: .unsigned(11), value: .unsigned(highestFormat)),
    ]
    if let checkpoint {
      let forgotten: [CBORValue] = forgetsThrough > 0 ? [.unsigned(forgetsThrough)] : []
      entries.append(.init(key: .unsigned(12), value: .array(checkpoint.parts + forgotten)))
    }
    return entries
  }

  init(
    account: AccountIdentifier, number: UInt64, parent: [UInt8], device: DeviceIdentifier, deviceSequence: UInt64, log: LogPosition,
    epoch: UInt32, clock: UInt64, itemsHash: [UInt8], highestFormat: UInt64, checkpoint: CheckpointRoot?, forgetsThrough: UInt64 = 0
  ) {
    self.account = account
    self.number = number
    self.parent = parent
    self.device = device
    self.deviceSequence = deviceSequence
    self.log = log
    self.epoch = epoch
    self.clock = clock
    self.itemsHash = itemsHash
    self.highestFormat = highestFormat
    self.checkpoint = checkpoint
    self.forgetsThrough = forgetsThrough
  }

  /// Decodes keys 1 to 12 of a commit whose version is known.
  init(_ fields: CanonicalFields) throws {
    let log = try fields.array(7)
    guard log.count == 2, case .unsigned(let sequence) = log[0], let logHash = log[1].bytesValue,
      logHash.count == CommitPosition.hashByteCount
    else { throw SyncModelError(.malformed) }
    let root = fields.has(12) ? try fields.array(12) : nil
    self.init(
      account: try fields.identifier(2), number: try fields.unsigned(3),
      parent: try fields.bytes(4, count: CommitPosition.hashByteCount), device: try fields.identifier(5),
      deviceSequence: try fields.unsigned(6), log: LogPosition(sequence: sequence, hash: logHash), epoch: try fields.integer(8),
      clock: try fields.unsigned(9), itemsHash: try fields.bytes(10, count: SHA256.byteCount), highestFormat: try fields.unsigned(11),
      checkpoint: try root.map { try CheckpointRoot(reading: Array($0.prefix(2))) })
    if let root, root.count > 2 {
      guard root.count == 3, case .unsigned(let forgotten) = root[2], 0 < forgotten, forgotten < number else {
        throw SyncModelError(.malformed)
      }
      forgetsThrough = forgotten
    }
    guard number > 0, deviceSequence > 0, (number == 1) == (parent == CommitPosition.beginning.hash),
      checkpoint == nil || itemsHash == CommitItem.hash(of: [])
    else { throw SyncModelError(.malformed) }
  }
}
