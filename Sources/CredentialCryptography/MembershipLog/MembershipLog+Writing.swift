// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import SecretMemory

/// A member that signs an entry.
package struct LogAuthor: Sendable {
  /// The member's identifier.
  package let member: DeviceIdentifier
  /// Its private keys.
  package let keys: MemberKeys
  /// The commit that it saw last, which its entries name; zeroes if there are no commits.
  package let commitHead: [UInt8]

  /// Creates an author from a device or the recovery key, with its private keys.
  package init(_ member: DeviceIdentifier, _ keys: MemberKeys, seeing commitHead: [UInt8] = MembershipLog.noHash) {
    self.member = member
    self.keys = keys
    self.commitHead = commitHead
  }
}

/// Adding entries to the log. Each function returns a log that was verified like one from elsewhere, and stores nothing.
extension MembershipLog {
  /// The commit named by entries written before any commit: 32 zero bytes.
  package static let noHash = [UInt8](repeating: 0, count: MembershipLogEntry.hashByteCount)

  /// Creates an account: entry 0 with the first device and the recovery key, entry 1 with the key of epoch 1 for both.
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

  /// Adds a device under a name, on the authority of a device or of the recovery key, which may do this once.
  /// - Throws: `logInvalid` for an author without the right, or a device that is or was a member.
  package func adding(
    _ device: LogAuthor, named name: String, epochKey: EpochKey, by author: LogAuthor, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> MembershipLog {
    let draft = try drafting(device.member, device.keys.publicKeys, named: name, epochKey: epochKey, by: author, using: &generator)
    return try adding(draft, signature: try device.keys.sign(MembershipLogEntry.signedBytes(ofHash: draft.entry.hash)))
  }

  /// Writes the entry that adds a device under a name, signed by its author. The device has to sign it as well.
  /// - Parameters:
  ///   - device: The new member's identifier.
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

  /// Adds a device by a draft for this log and the device's signature of it.
  /// - Throws: `logInvalid` for a signature that is not the device's, a draft for another log or by an author without the right, or a
  ///   device that is or was a member.
  package func adding(_ draft: DeviceAdditionDraft, signature: [UInt8]) throws(CredentialCryptographyError) -> MembershipLog {
    try following([draft.signed(with: signature)])
  }

  /// Replaces the recovery key.
  /// - Throws: `logInvalid` for an author that is not a device, or a recovery key that the account has had before.
  package func replacingRecoveryKey(
    with keys: MemberPublicKeys, epochKey: EpochKey, by author: LogAuthor
  ) throws(CredentialCryptographyError) -> MembershipLog {
    let wrap = try keys.seal(epochKey, for: RecoveryKey.identifier(of: keys), account: account, previous: lastHash)
    return try following([entry(.setRecovery, RecoveryReplacement(keys: keys, wrap: wrap).body, by: author)])
  }

  /// Starts the next epoch, whose key goes to the remaining members.
  /// - Throws: `logInvalid` for keys that are not of this and the next epoch, or devices that are not members.
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

  /// Raises the lowest valid format. Call this once every member reads the new format and nothing in a lower one is left (design: section
  /// 3.11).
  ///
  /// No release raises the floor yet, because 1 is the only format so far. The first release that writes a higher format will.
  /// - Throws: `logInvalid` for a format that is not above the current floor, or an author that is not a device.
  package func raisingFloor(to format: UInt64, by author: LogAuthor) throws(CredentialCryptographyError) -> MembershipLog {
    try following([entry(.setFloor, FormatFloor(format: format).body, by: author)])
  }

  /// Gives a device a new name, cut to 63 bytes at a character boundary.
  /// - Throws: `logInvalid` for a device that is not a member, or an author that is not a device.
  package func renaming(
    _ device: DeviceIdentifier, to name: String, epochKey: EpochKey, by author: LogAuthor, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> MembershipLog {
    // Nobody could read it under another key.
    guard isCurrent(epochKey) else { throw CredentialCryptographyError(.logInvalid) }
    let renaming = DeviceRenaming(
      device: device, sealedName: try DeviceName.seal(name, of: device, account: account, key: epochKey, using: &generator))
    return try following([entry(.renameDevice, renaming.body, by: author)])
  }

  /// Closes the account: no entry or commit comes after it. Its devices keep their data.
  /// - Throws: `logInvalid` for an author that is not a device.
  package func closing(by author: LogAuthor) throws(CredentialCryptographyError) -> MembershipLog {
    try following([entry(.close, CBORMap(), by: author)])
  }

  private var lastHash: [UInt8] { entries.last?.hash ?? Self.noHash }

  /// Creates the next entry, signed by its author.
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
