// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The account's log after every check: who is a member, and which epoch holds.
///
/// A value exists only if the chain, its signatures and its lists of wraps hold; nobody's word is taken for it.
package struct MembershipLog: Sendable {
  /// The entries in order.
  package private(set) var entries: [MembershipLogEntry]
  private(set) var members: AccountMembers
  private(set) var history: MembershipHistory

  /// The account that the genesis entry names.
  package var account: AccountIdentifier { members.account }
  /// The current epoch, from 1.
  package var epoch: UInt32 { members.epoch }

  /// Checks a log that was read from somewhere.
  /// - Throws: `logInvalid` for a broken chain, a signature or a list of wraps that is not right; `unsupportedVersion`, `malformed`.
  package init(verifying given: [MembershipLogEntry]) throws(CredentialCryptographyError) {
    guard let first = given.first else { throw CredentialCryptographyError(.logInvalid) }
    entries = [first]
    members = try AccountMembers(founding: first)
    history = MembershipHistory()
    history.note(first, after: members)
    for entry in given.dropFirst() { try follow(entry) }
    guard members.epoch > 0 else { throw CredentialCryptographyError(.logInvalid) }
  }

  /// Takes one more entry, which is judged like those before it; the log stays as it was where that fails.
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

  /// The log with more entries behind its end, which alone are checked: what was verified once is not verified again.
  /// - Throws: As ``init(verifying:)``.
  package func following(_ more: some Sequence<MembershipLogEntry>) throws(CredentialCryptographyError) -> MembershipLog {
    var log = self
    for entry in more { try log.follow(entry) }
    return log
  }

  /// Opens the current epoch's key as a member.
  /// - Throws: `logInvalid` when the member has no wrap or its key is not the one that the log vouches for, `authenticationFailed`.
  package func openEpochKey(as member: DeviceIdentifier, with keys: MemberKeys) throws(CredentialCryptographyError) -> EpochKey {
    guard let wrap = members.wraps[member] else { throw CredentialCryptographyError(.logInvalid) }
    let info = EpochRotation.info(account: account, epoch: epoch, member: member, previous: wrap.previous)
    let key = EpochKey(epoch: epoch, secret: SharedSecret(try keys.open(wrap.sealed, info: info)))
    guard isCurrent(key) else { throw CredentialCryptographyError(.logInvalid) }
    return key
  }

  /// Opens the key of the epoch before a key's.
  /// - Throws: `unknownEpoch` before epoch 2, `logInvalid` when it is not the one that the log vouches for, `authenticationFailed`.
  package func openEpochKey(before key: EpochKey) throws(CredentialCryptographyError) -> EpochKey {
    guard let sealed = members.sealedPrevious[key.epoch], let check = members.checks[key.epoch - 1] else {
      throw CredentialCryptographyError(.unknownEpoch)
    }
    let former = EpochKey(epoch: key.epoch - 1, secret: SharedSecret(try key.openPrevious(sealed, account: account)))
    guard constantTimeEquals(former.check, check) else { throw CredentialCryptographyError(.logInvalid) }
    return former
  }

  /// Whether a key that was kept elsewhere is the one that the log vouches for.
  package func isCurrent(_ key: EpochKey) -> Bool {
    guard key.epoch == epoch, let check = members.checks[epoch] else { return false }
    return constantTimeEquals(key.check, check)
  }

  /// The public keys of a device that is a member; nil for any other.
  package func publicKeys(of device: DeviceIdentifier) -> MemberPublicKeys? { members.devices[device] }

  /// Whether keys that were kept elsewhere are those of a device that is a member.
  package func isActive(_ device: DeviceIdentifier, with keys: MemberKeys) -> Bool { members.devices[device] == keys.publicKeys }

  /// Whether a recovery key is the account's, and has not added a device yet.
  package func accepts(_ key: RecoveryKey) -> Bool { members.recovery == key.memberKeys.publicKeys && !members.recoveryIsUsed }

  /// Whether a device put another recovery key into the place of one that still opens the current epoch, which it has to end then.
  package func hasRecoveryToEnd(by device: DeviceIdentifier) -> Bool {
    guard let last = entries.last(where: { [.setRecovery, .rotate, .removeDevice].contains($0.kind) }) else { return false }
    return last.kind == .setRecovery && last.author == device
  }

  /// The epoch under whose key a device's name is sealed; nil for one that nobody has named.
  package func nameEpoch(of device: DeviceIdentifier) -> UInt32? { members.names[device]?.epoch }

  /// A device's name, if it is sealed in the epoch whose key is given; nil for one that nobody has named and for a name that does not open.
  package func name(of device: DeviceIdentifier, key: EpochKey) -> String? {
    guard let name = members.names[device], name.epoch == key.epoch else { return nil }
    return try? DeviceName.open(name.sealed, of: device, account: account, key: key)
  }
}
