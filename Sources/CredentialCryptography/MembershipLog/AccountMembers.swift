// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import SecretMemory

/// The members of an account and its current epoch, after the entries so far; each entry is validated against the earlier ones.
struct AccountMembers: Sendable {
  /// The current epoch's key for a member, and the hash that binds it to its position in the log.
  struct Wrap: Sendable {
    let sealed: SealedToMember
    let previous: [UInt8]
  }
  struct Name: Sendable {
    let sealed: [UInt8]
    let epoch: UInt32
  }

  let account: AccountIdentifier
  private(set) var devices: [DeviceIdentifier: MemberPublicKeys]
  private(set) var recovery: MemberPublicKeys
  /// 0 until the first epoch's entry.
  private(set) var epoch: UInt32 = 0
  private(set) var wraps: [DeviceIdentifier: Wrap] = [:]
  /// The log's check value for each epoch's key.
  private(set) var checks: [UInt32: [UInt8]] = [:]
  /// The previous epoch's key, encrypted under each epoch's key.
  private(set) var sealedPrevious: [UInt32: [UInt8]] = [:]
  private(set) var names: [DeviceIdentifier: Name] = [:]
  /// Whether the recovery key has added a device, which it may do once.
  private(set) var recoveryIsUsed = false
  /// The lowest valid format.
  private(set) var formatFloor = FormatFloor.first
  /// Whether the account was closed, which is always its last entry.
  private(set) var isClosed = false
  /// Every member that ever existed, because none may come back.
  private var everKnown: Set<DeviceIdentifier>

  /// - Throws: `logInvalid`, `malformed`, `unsupportedVersion`.
  init(founding entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    let zeroHash = [UInt8](repeating: 0, count: MembershipLogEntry.hashByteCount)
    guard entry.kind == .genesis, entry.sequence == 0, entry.previous == zeroHash, entry.commitHead == zeroHash else { throw Self.invalid }
    let genesis = try Genesis(body: entry.body)
    guard entry.author == genesis.device, entry.isSigned(by: [(genesis.device, genesis.deviceKeys)]) else { throw Self.invalid }
    account = Identifier(trusted: Array(entry.hash.prefix(16)))
    devices = [genesis.device: genesis.deviceKeys]
    recovery = genesis.recoveryKeys
    everKnown = [genesis.device, RecoveryKey.identifier(of: genesis.recoveryKeys)]
  }

  private static let invalid = CredentialCryptographyError(.logInvalid)

  var recoveryMember: DeviceIdentifier { RecoveryKey.identifier(of: recovery) }

  /// Applies the next entry, whose position in the chain was already checked.
  /// - Throws: `logInvalid` for an unauthorised author, or an invalid signature or list of wraps; `malformed`.
  mutating func follow(_ entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    // The first epoch's key must come before anything else.
    guard epoch > 0 || entry.kind == .rotate else { throw Self.invalid }
    // Nothing may come after the end.
    guard !isClosed else { throw Self.invalid }
    switch entry.kind {
    case .genesis: throw Self.invalid
    case .addDevice: try add(entry)
    case .rotate, .removeDevice: try rotate(entry)
    case .setRecovery: try setRecovery(entry)
    case .setFloor: try raiseFloor(entry)
    case .close: try close(entry)
    case .renameDevice: try rename(entry)
    }
  }

  private mutating func add(_ entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    let addition = try DeviceAddition(body: entry.body)
    let isRecovery = entry.author == recoveryMember
    guard let author = devices[entry.author] ?? (isRecovery && !recoveryIsUsed ? recovery : nil) else { throw Self.invalid }
    // The new key must sign as well, so that nobody can add another party's key.
    guard entry.isSigned(by: [(entry.author, author), (addition.device, addition.keys)]), everKnown.insert(addition.device).inserted
    else { throw Self.invalid }
    devices[addition.device] = addition.keys
    wraps[addition.device] = Wrap(sealed: addition.wrap, previous: entry.previous)
    names[addition.device] = Name(sealed: addition.sealedName, epoch: epoch)
    if isRecovery { recoveryIsUsed = true }
  }

  private mutating func rotate(_ entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    let rotation = try EpochRotation(body: entry.body, kind: entry.kind)
    guard let author = devices[entry.author], entry.isSigned(by: [(entry.author, author)]), rotation.epoch == epoch + 1,
      (rotation.sealedPrevious == nil) == (rotation.epoch == 1)
    else { throw Self.invalid }
    for device in rotation.removed {
      guard device != entry.author, devices.removeValue(forKey: device) != nil else { throw Self.invalid }
      names[device] = nil
    }
    guard Set(rotation.wraps.keys) == Set(devices.keys).union([recoveryMember]) else { throw Self.invalid }
    epoch = rotation.epoch
    checks[epoch] = rotation.check
    sealedPrevious[epoch] = rotation.sealedPrevious
    wraps = rotation.wraps.mapValues { Wrap(sealed: $0, previous: entry.previous) }
  }

  private mutating func setRecovery(_ entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    let replacement = try RecoveryReplacement(body: entry.body)
    guard let author = devices[entry.author], entry.isSigned(by: [(entry.author, author)]) else { throw Self.invalid }
    wraps[recoveryMember] = nil
    recovery = replacement.keys
    recoveryIsUsed = false
    guard everKnown.insert(recoveryMember).inserted else { throw Self.invalid }
    wraps[recoveryMember] = Wrap(sealed: replacement.wrap, previous: entry.previous)
  }

  private mutating func raiseFloor(_ entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    let floor = try FormatFloor(body: entry.body)
    guard let author = devices[entry.author], entry.isSigned(by: [(entry.author, author)]) else { throw Self.invalid }
    // The floor never decreases: a format that was abandoned for its weakness would otherwise be back.
    guard floor.format > formatFloor else { throw Self.invalid }
    formatFloor = floor.format
  }

  /// Applies a device's new name (docs/formats/vault.md, "Membership log", kind 7).
  private mutating func rename(_ entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    let renaming = try DeviceRenaming(body: entry.body)
    // 1. Its author is any active device; the recovery key cannot rename.
    // 2. It has only the author's signature.
    guard let author = devices[entry.author], entry.isSigned(by: [(entry.author, author)]) else { throw Self.invalid }
    // 3. The device is active: a removed device cannot be renamed.
    guard devices[renaming.device] != nil else { throw Self.invalid }
    // 4. The later of two names for a device counts. It is encrypted under the epoch that is current at this entry.
    names[renaming.device] = Name(sealed: renaming.sealedName, epoch: epoch)
  }

  private mutating func close(_ entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    guard entry.body.isEmpty else { throw CredentialCryptographyError(.unsupportedVersion) }
    guard let author = devices[entry.author], entry.isSigned(by: [(entry.author, author)]) else { throw Self.invalid }
    isClosed = true
  }
}
