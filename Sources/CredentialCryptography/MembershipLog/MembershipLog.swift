// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The account's verified log: the members, and the current epoch.
///
/// A value exists only if the chain, its signatures and its lists of wraps are valid; nothing is taken on trust.
package struct MembershipLog: Sendable {
  /// The entries in order.
  package private(set) var entries: [MembershipLogEntry]
  private(set) var members: AccountMembers
  private(set) var history: MembershipHistory

  /// The account that the genesis entry names.
  package var account: AccountIdentifier { members.account }
  /// The current epoch, from 1.
  package var epoch: UInt32 { members.epoch }

  /// Verifies a log from any source.
  /// - Throws: `logInvalid` for a broken chain, or an invalid signature or list of wraps; `unsupportedVersion`, `malformed`.
  package init(verifying given: [MembershipLogEntry]) throws(CredentialCryptographyError) {
    guard let first = given.first else { throw CredentialCryptographyError(.logInvalid) }
    entries = [first]
    members = try AccountMembers(founding: first)
    history = MembershipHistory()
    history.note(first, after: members)
    for entry in given.dropFirst() { try follow(entry) }
    guard members.epoch > 0 else { throw CredentialCryptographyError(.logInvalid) }
  }

  /// Appends one more entry after verifying it like those before. The log is unchanged if that fails.
  /// - Throws: As ``init(verifying:)``.
  package mutating func follow(_ entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    guard entry.sequence == UInt64(entries.count), entry.previous == entries.last?.hash else {
      throw CredentialCryptographyError(.logInvalid)
    }
    var members = members
    try members.follow(entry)
    self.members = members
    history.note(entry, after: members)
    entries.append(entry)
  }

  /// Returns the log with more entries after its end. Only those are verified, because the others already were.
  /// - Throws: As ``init(verifying:)``.
  package func following(_ more: some Sequence<MembershipLogEntry>) throws(CredentialCryptographyError) -> MembershipLog {
    var log = self
    for entry in more { try log.follow(entry) }
    return log
  }

  /// Opens the current epoch's key as a member.
  /// - Throws: `logInvalid` if the member has no wrap or its key is not the one named by the log, `authenticationFailed`.
  package func openEpochKey(as member: DeviceIdentifier, with keys: MemberKeys) throws(CredentialCryptographyError) -> EpochKey {
    guard let wrap = members.wraps[member] else { throw CredentialCryptographyError(.logInvalid) }
    let info = EpochRotation.info(account: account, epoch: epoch, member: member, previous: wrap.previous)
    let key = EpochKey(epoch: epoch, secret: SharedSecret(try keys.open(wrap.sealed, info: info)))
    guard isCurrent(key) else { throw CredentialCryptographyError(.logInvalid) }
    return key
  }

  /// Opens the key of the epoch before a key's.
  /// - Throws: `unknownEpoch` before epoch 2, `logInvalid` if it is not the one named by the log, `authenticationFailed`.
  package func openEpochKey(before key: EpochKey) throws(CredentialCryptographyError) -> EpochKey {
    guard let sealed = members.sealedPrevious[key.epoch], let check = members.checks[key.epoch - 1] else {
      throw CredentialCryptographyError(.unknownEpoch)
    }
    let former = EpochKey(epoch: key.epoch - 1, secret: SharedSecret(try key.openPrevious(sealed, account: account)))
    guard constantTimeEquals(former.check, check) else { throw CredentialCryptographyError(.logInvalid) }
    return former
  }

  /// Whether a key stored elsewhere is the one named by the log.
  package func isCurrent(_ key: EpochKey) -> Bool {
    guard key.epoch == epoch, let check = members.checks[epoch] else { return false }
    return constantTimeEquals(key.check, check)
  }

  /// Returns the public keys of a device that is a member; nil for any other.
  package func publicKeys(of device: DeviceIdentifier) -> MemberPublicKeys? { members.devices[device] }

  /// Whether keys stored elsewhere are those of a device that is a member.
  package func isActive(_ device: DeviceIdentifier, with keys: MemberKeys) -> Bool { members.devices[device] == keys.publicKeys }

  /// Whether a recovery key is the account's, and has not added a device yet.
  package func accepts(_ key: RecoveryKey) -> Bool { members.recovery == key.memberKeys.publicKeys && !members.recoveryIsUsed }

  /// Whether a device replaced a recovery key that still opens the current epoch. The device then has to start a new one.
  package func hasRecoveryToEnd(by device: DeviceIdentifier) -> Bool {
    guard let last = entries.last(where: { [.setRecovery, .rotate, .removeDevice].contains($0.kind) }) else { return false }
    return last.kind == .setRecovery && last.author == device
  }

  /// Returns the epoch under whose key a device's name is encrypted; nil for a device without a name.
  package func nameEpoch(of device: DeviceIdentifier) -> UInt32? { members.names[device]?.epoch }

  /// Returns a device's name if it is encrypted in the epoch of the given key; nil for a device without a name and for a name that does not
  /// open.
  package func name(of device: DeviceIdentifier, key: EpochKey) -> String? {
    guard let name = members.names[device], name.epoch == key.epoch else { return nil }
    return try? DeviceName.open(name.sealed, of: device, account: account, key: key)
  }
}
