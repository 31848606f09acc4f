// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import SyncModel

/// This device's verified and stored state of its account's other devices: log, chain and keys.
///
/// The stored state changes only through this value. Each step returns a new value once it is on disk; a refused step leaves the old one.
/// It holds keys, so it is discarded when the vault is locked.
package struct VaultReplica: Sendable {
  /// The stored state apart from chain and log.
  package internal(set) var state: ReplicaState
  /// The account's members.
  package internal(set) var log: MembershipLog
  /// The account's verified commits.
  package internal(set) var chain: CommitChain
  /// This device, with its keys.
  package let device: DeviceIdentifier
  let keys: MemberKeys
  /// The newest versions whose bodies have not arrived yet.
  var awaited: AwaitedBodies
  /// Whether this is the first look since the vault was opened, which may find commits of this device made by an older copy of it.
  package internal(set) var isFirstLook = true
  private var epochKeys: [UInt32: EpochKey]

  init(
    state: ReplicaState, log: MembershipLog, chain: CommitChain, device: DeviceIdentifier, keys: MemberKeys, epochKey: EpochKey,
    awaited: AwaitedBodies = AwaitedBodies()
  ) {
    self.state = state
    self.log = log
    self.chain = chain
    self.device = device
    self.keys = keys
    self.awaited = awaited
    epochKeys = [epochKey.epoch: epochKey]
  }

  /// The signer: this device, having seen the chain up to its head.
  package var author: LogAuthor { LogAuthor(device, keys, seeing: chain.head.hash) }

  /// Whether this device is a member at the end of the log.
  package var isMember: Bool { log.isActive(device, with: keys) }

  /// Whether this device brought the account to its place, and none of the account's other devices has written there since.
  package var isFirstThere: Bool {
    guard let arrival = state.arrival, arrival.isFirst, log.devices.count > 1 else { return false }
    return !chain.authors.contains { $0.key != device && $0.value.number > arrival.number }
  }

  /// Whether this device followed others to its place, and has not written there yet, so that they do not know.
  package var isArrivalDue: Bool {
    guard let arrival = state.arrival, !arrival.isFirst else { return false }
    return chain.authors[device].map { $0.number <= arrival.number } ?? true
  }

  /// This device's knowledge of its own commits for checking others.
  var own: OwnDevice { OwnDevice(device, inFlight: state.inFlight, mayHaveForgotten: isFirstLook) }

  /// Signs a member's statement for a sync server.
  /// - Throws: `libraryFailure`.
  package func sign(_ statement: ServerStatement) throws(CredentialCryptographyError) -> [UInt8] { try keys.sign(statement) }

  /// Returns the account's key of an epoch, current or old.
  /// - Throws: `epochKeyInvalid` if the log does not lead to it.
  mutating func epochKey(_ epoch: UInt32) throws(SyncModelError) -> EpochKey {
    if let key = epochKeys[epoch] { return key }
    do {
      var key = try epochKeys[log.epoch] ?? log.openEpochKey(as: device, with: keys)
      epochKeys[key.epoch] = key
      while key.epoch > max(1, epoch) {
        key = try epochKeys[key.epoch - 1] ?? log.openEpochKey(before: key)
        epochKeys[key.epoch] = key
      }
      guard key.epoch == epoch else { throw SyncModelError(.epochKeyInvalid, own: chain.head, device: device) }
      return key
    } catch {
      throw SyncModelError(.epochKeyInvalid, own: chain.head, device: device)
    }
  }
}
