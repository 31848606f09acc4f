// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import SecretMemory

/// A member that signs an entry.
package struct LogAuthor: Sendable {
  /// The member's name.
  package let member: DeviceIdentifier
  /// Its private keys.
  package let keys: MemberKeys
  /// The commit that it saw last, which its entries name; zeroes while there are no commits.
  package let commitHead: [UInt8]

  /// Names a device or the recovery key, with its private keys.
  package init(_ member: DeviceIdentifier, _ keys: MemberKeys, seeing commitHead: [UInt8] = MembershipLog.noHash) {
    self.member = member
    self.keys = keys
    self.commitHead = commitHead
  }
}

/// What members add to the log. Each gives a log that was checked like one from elsewhere; nothing is stored by it.
extension MembershipLog {
  /// What an entry names that was written before there was any commit: 32 zero bytes.
  package static let noHash = [UInt8](repeating: 0, count: MembershipLogEntry.hashByteCount)

  /// Founds an account: entry 0 with the first device and the recovery key, entry 1 with the key of epoch 1 for both.
  package static func found(
    device: DeviceIdentifier, keys: MemberKeys, recovery: MemberPublicKeys, epochKey: EpochKey, createdMilliseconds: UInt64,
    using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> MembershipLog {
    let genesis = Genesis(
      device: device, deviceKeys: keys.publicKeys, recoveryKeys: recovery, createdMilliseconds: createdMilliseconds, using: &generator)
    var first = MembershipLogEntry(
      sequence: 0, previous: noHash, commitHead: noHash, kind: .genesis, body: genesis.body, author: device)
    try first.sign(as: device, with: keys)
    let account = AccountIdentifier(trusted: Array(first.hash.prefix(16)))
    var wraps: [DeviceIdentifier: SealedToMember] = [:]
    for (member, publicKeys) in [(device, keys.publicKeys), (RecoveryKey.identifier(of: recovery), recovery)] {
      wraps[member] = try publicKeys.seal(epochKey, for: member, account: account, previous: first.hash)
    }
    let rotation = EpochRotation(epoch: epochKey.epoch, check: epochKey.check, wraps: wraps)
    var second = MembershipLogEntry(
      sequence: 1, previous: first.hash, commitHead: noHash, kind: .rotate, body: rotation.body, author: device)
    try second.sign(as: device, with: keys)
    return try MembershipLog(verifying: [first, second])
  }

  /// Adds a device under a name, by the word of a device or of the recovery key, which has this right once.
  /// - Throws: `logInvalid` for an author without the right, or a device that is or was a member.
  package func adding(
    _ device: LogAuthor, named name: String, epochKey: EpochKey, by author: LogAuthor, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> MembershipLog {
    let draft = try drafting(device.member, device.keys.publicKeys, named: name, epochKey: epochKey, by: author, using: &generator)
    return try adding(draft, signature: try device.keys.sign(MembershipLogEntry.signedBytes(ofHash: draft.entry.hash)))
  }

  /// Writes the entry that adds a device under a name, signed by its author; the device has to sign it as well.
  /// - Parameters:
  ///   - device: The new member's name.
  ///   - keys: Its public keys.
  /// - Throws: `libraryFailure`.
  package func drafting(
    _ device: DeviceIdentifier, _ keys: MemberPublicKeys, named name: String, epochKey: EpochKey, by author: LogAuthor,
    using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> DeviceAdditionDraft {
    let addition = DeviceAddition(
      device: device, keys: keys,
      sealedName: try DeviceName.seal(name, of: device, account: account, key: epochKey, using: &generator),
      wrap: try keys.seal(epochKey, for: device, account: account, previous: lastHash))
    return DeviceAdditionDraft(entry: try entry(.addDevice, addition.body, by: author), addition: addition)
  }

  /// Adds a device by a draft of this log and the signature that the device gave for it.
  /// - Throws: `logInvalid` for a signature that is not the device's, a draft of another log or of an author without the right, or a device
  ///   that is or was a member.
  package func adding(_ draft: DeviceAdditionDraft, signature: [UInt8]) throws(CredentialCryptographyError) -> MembershipLog {
    try following([draft.signed(with: signature)])
  }

  /// Puts another recovery key into the place of the present one.
  /// - Throws: `logInvalid` for an author that is no device, or a recovery key that the account has had before.
  package func replacingRecoveryKey(
    with keys: MemberPublicKeys, epochKey: EpochKey, by author: LogAuthor
  ) throws(CredentialCryptographyError) -> MembershipLog {
    let wrap = try keys.seal(epochKey, for: RecoveryKey.identifier(of: keys), account: account, previous: lastHash)
    return try following([entry(.setRecovery, RecoveryReplacement(keys: keys, wrap: wrap).body, by: author)])
  }

  /// Begins the next epoch, whose key those members get that are left.
  /// - Throws: `logInvalid` for keys that are not of this and the next epoch, or devices that are no members.
  package func rotating(
    from present: EpochKey, to next: EpochKey, removing removed: [DeviceIdentifier] = [], by author: LogAuthor,
    using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> MembershipLog {
    guard isCurrent(present) else { throw CredentialCryptographyError(.logInvalid) }
    var wraps: [DeviceIdentifier: SealedToMember] = [:]
    for (member, keys) in members.devices where !removed.contains(member) {
      wraps[member] = try keys.seal(next, for: member, account: account, previous: lastHash)
    }
    wraps[members.recoveryMember] = try members.recovery.seal(next, for: members.recoveryMember, account: account, previous: lastHash)
    let rotation = EpochRotation(
      epoch: next.epoch, check: next.check, wraps: wraps,
      sealedPrevious: try next.sealPrevious(present, account: account, using: &generator), removed: removed)
    return try following([entry(removed.isEmpty ? .rotate : .removeDevice, rotation.body, by: author)])
  }

  /// Raises the lowest format that counts, once every member reads it and nothing of a lower one is left (design: section 3.11).
  /// - Throws: `logInvalid` for a format that is not above the present floor, or an author that is no device.
  package func raisingFloor(to format: UInt64, by author: LogAuthor) throws(CredentialCryptographyError) -> MembershipLog {
    try following([entry(.setFloor, FormatFloor(format: format).body, by: author)])
  }

  /// Gives a device another name, which is above 63 bytes cut between characters.
  /// - Throws: `logInvalid` for a device that is no member, or an author that is no device.
  package func renaming(
    _ device: DeviceIdentifier, to name: String, epochKey: EpochKey, by author: LogAuthor, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> MembershipLog {
    // Under another key nobody could read it.
    guard isCurrent(epochKey) else { throw CredentialCryptographyError(.logInvalid) }
    let renaming = DeviceRenaming(
      device: device, sealedName: try DeviceName.seal(name, of: device, account: account, key: epochKey, using: &generator))
    return try following([entry(.renameDevice, renaming.body, by: author)])
  }

  /// Closes the account: no entry and no commit comes after it, and what its devices have stays theirs.
  /// - Throws: `logInvalid` for an author that is no device.
  package func closing(by author: LogAuthor) throws(CredentialCryptographyError) -> MembershipLog {
    try following([entry(.close, CBORMap(), by: author)])
  }

  private var lastHash: [UInt8] { entries.last?.hash ?? Self.noHash }

  /// The entry that follows, signed by its author.
  private func entry(
    _ kind: MembershipLogEntry.Kind, _ body: CBORMap, by author: LogAuthor
  ) throws(CredentialCryptographyError) -> MembershipLogEntry {
    var entry = MembershipLogEntry(
      sequence: UInt64(entries.count), previous: lastHash, commitHead: author.commitHead, kind: kind, body: body, author: author.member)
    try entry.sign(as: author.member, with: author.keys)
    return entry
  }
}

extension MemberPublicKeys {
  fileprivate func seal(
    _ key: EpochKey, for member: DeviceIdentifier, account: AccountIdentifier, previous: [UInt8]
  ) throws(CredentialCryptographyError) -> SealedToMember {
    try seal(
      key.secret.copy(), info: EpochRotation.info(account: account, epoch: key.epoch, member: member, previous: previous))
  }
}
