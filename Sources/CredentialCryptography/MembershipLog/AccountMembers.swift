// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import SecretMemory

/// Who belongs to an account and which epoch holds, after the entries so far; each entry is judged by those before it.
struct AccountMembers: Sendable {
  /// The current epoch's key for a member, and the hash that binds it to its place in the log.
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
  /// What the log says of each epoch's key.
  private(set) var checks: [UInt32: [UInt8]] = [:]
  /// Under each epoch's key, that of the epoch before.
  private(set) var sealedPrevious: [UInt32: [UInt8]] = [:]
  private(set) var names: [DeviceIdentifier: Name] = [:]
  /// Whether the recovery key has added a device, which it may do once.
  private(set) var recoveryIsUsed = false
  /// The lowest format that counts.
  private(set) var formatFloor = FormatFloor.first
  /// Whether the account was closed, which is its last entry.
  private(set) var isClosed = false
  /// Every member that there ever was: none comes back.
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

  /// Takes the next entry, whose place in the chain is checked already.
  /// - Throws: `logInvalid` for an author that may not, a signature or a list of wraps that is not right; `malformed`.
  mutating func follow(_ entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    // Nothing but the first epoch's key comes before there is one.
    guard epoch > 0 || entry.kind == .rotate else { throw Self.invalid }
    // And nothing after the end.
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
    // The new key signs as well: nobody adds a key that is somebody else's.
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
    // It never comes down again: a format that was given up for its weakness would be back.
    guard floor.format > formatFloor else { throw Self.invalid }
    formatFloor = floor.format
  }

  /// Another name for a device (docs/formats/vault.md, "Membership log", kind 7).
  private mutating func rename(_ entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    let renaming = try DeviceRenaming(body: entry.body)
    // 1. Its author is an active device, of whichever device it speaks; the recovery key names nothing.
    // 2. It bears the author's signature alone.
    guard let author = devices[entry.author], entry.isSigned(by: [(entry.author, author)]) else { throw Self.invalid }
    // 3. The device is active: of one that was removed nothing is said any more.
    guard devices[renaming.device] != nil else { throw Self.invalid }
    // 4. Of two names for a device the later entry's counts; it is sealed under the epoch that holds at this entry.
    names[renaming.device] = Name(sealed: renaming.sealedName, epoch: epoch)
  }

  private mutating func close(_ entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    guard entry.body.isEmpty else { throw CredentialCryptographyError(.unsupportedVersion) }
    guard let author = devices[entry.author], entry.isSigned(by: [(entry.author, author)]) else { throw Self.invalid }
    isClosed = true
  }
}
