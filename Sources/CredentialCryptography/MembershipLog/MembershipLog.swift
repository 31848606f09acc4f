// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The account's log after every check: who is a member, and which epoch holds.
///
/// A value exists only if the chain, its signatures and its list of wraps hold; nobody's word is taken for it.
package struct MembershipLog: Sendable {
  /// The entries in order.
  package let entries: [MembershipLogEntry]
  /// The account that the genesis entry names.
  package let account: AccountIdentifier
  /// The current epoch, from 1.
  package let epoch: UInt32

  private let genesis: Genesis
  private let rotation: EpochRotation
  private let rotationPrevious: [UInt8]

  /// Checks a log that was read from somewhere.
  /// - Throws: `logInvalid` for a broken chain, signature or list of wraps; `unsupportedVersion`, `malformed`.
  package init(verifying entries: [MembershipLogEntry]) throws(CredentialCryptographyError) {
    let invalid = CredentialCryptographyError(.logInvalid)
    let zeroHash = [UInt8](repeating: 0, count: MembershipLogEntry.hashByteCount)
    guard let first = entries.first, first.kind == .genesis, first.sequence == 0, first.previous == zeroHash, first.commitHead == zeroHash
    else { throw invalid }
    let genesis = try Genesis(body: first.body)
    guard first.author == genesis.device, first.isSigned(byAuthorWith: genesis.deviceKeys) else { throw invalid }
    let members: Set<DeviceIdentifier> = [genesis.device, RecoveryKey.identifier(of: genesis.recoveryKeys)]

    var previous = first
    var current: (rotation: EpochRotation, previous: [UInt8])?
    for entry in entries.dropFirst() {
      guard entry.sequence == previous.sequence + 1, entry.previous == previous.hash, entry.kind == .rotate else { throw invalid }
      // Until devices can be added, the first device is the only active author.
      guard entry.author == genesis.device, entry.isSigned(byAuthorWith: genesis.deviceKeys) else { throw invalid }
      // A later rotation also carries the sealed key of the epoch before, which this build neither writes nor reads.
      guard current == nil else { throw CredentialCryptographyError(.unsupportedVersion) }
      let rotation = try EpochRotation(body: entry.body)
      guard rotation.epoch == 1, Set(rotation.wraps.keys) == members else { throw invalid }
      current = (rotation, previous.hash)
      previous = entry
    }
    guard let current else { throw invalid }
    self.entries = entries
    self.genesis = genesis
    account = Identifier(trusted: Array(first.hash.prefix(16)))
    rotation = current.rotation
    rotationPrevious = current.previous
    epoch = current.rotation.epoch
  }

  /// Founds an account: entry 0 with the first device and the recovery key, entry 1 with the key of epoch 1 for both.
  package static func found(
    device: DeviceIdentifier, keys: MemberKeys, recovery: MemberPublicKeys, epochKey: EpochKey, createdMilliseconds: UInt64,
    using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> MembershipLog {
    let noHash = [UInt8](repeating: 0, count: MembershipLogEntry.hashByteCount)
    let genesis = Genesis(
      device: device, deviceKeys: keys.publicKeys, recoveryKeys: recovery, createdMilliseconds: createdMilliseconds, using: &generator)
    var first = MembershipLogEntry(
      sequence: 0, previous: noHash, commitHead: noHash, kind: .genesis, body: genesis.body, author: device)
    try first.sign(as: device, with: keys)
    let account = AccountIdentifier(trusted: Array(first.hash.prefix(16)))
    var wraps: [DeviceIdentifier: SealedToMember] = [:]
    for (member, publicKeys) in [(device, keys.publicKeys), (RecoveryKey.identifier(of: recovery), recovery)] {
      wraps[member] = try publicKeys.seal(
        epochKey.secret.copy(),
        info: EpochRotation.info(account: account, epoch: epochKey.epoch, member: member, previous: first.hash))
    }
    let rotation = EpochRotation(epoch: epochKey.epoch, check: epochKey.check, wraps: wraps)
    var second = MembershipLogEntry(
      sequence: 1, previous: first.hash, commitHead: noHash, kind: .rotate, body: rotation.body, author: device)
    try second.sign(as: device, with: keys)
    return try MembershipLog(verifying: [first, second])
  }

  /// Opens the current epoch's key as a member.
  /// - Throws: `logInvalid` when the member has no wrap or its key is not the one that the entry vouches for.
  package func openEpochKey(as member: DeviceIdentifier, with keys: MemberKeys) throws(CredentialCryptographyError) -> EpochKey {
    guard let wrap = rotation.wraps[member] else { throw CredentialCryptographyError(.logInvalid) }
    let info = EpochRotation.info(account: account, epoch: epoch, member: member, previous: rotationPrevious)
    let key = EpochKey(epoch: epoch, secret: SharedSecret(try keys.open(wrap, info: info)))
    guard isCurrent(key) else { throw CredentialCryptographyError(.logInvalid) }
    return key
  }

  /// Whether a key that was kept elsewhere is the one that the log vouches for.
  package func isCurrent(_ key: EpochKey) -> Bool {
    key.epoch == epoch && constantTimeEquals(key.check, rotation.check)
  }

  /// The public keys of a device that is a member; nil for any other.
  package func publicKeys(of device: DeviceIdentifier) -> MemberPublicKeys? { device == genesis.device ? genesis.deviceKeys : nil }

  /// Whether keys that were kept elsewhere are those of the first device.
  package func isFirstDevice(_ device: DeviceIdentifier, with keys: MemberKeys) -> Bool {
    device == genesis.device && keys.publicKeys == genesis.deviceKeys
  }
}
