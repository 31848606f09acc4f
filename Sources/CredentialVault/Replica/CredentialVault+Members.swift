// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import FoundationEssentials
import SyncModel
import Synchronization

/// The account's members, as far as this device accepts the log.
extension CredentialVault {
  /// Appends verified entries to the membership log, and switches to the resulting epoch: every record's key is wrapped again.
  ///
  /// This is one step: if interrupted at any point, the vault opens as before or as after.
  /// - Throws: `SyncModelError` `logInvalid` for entries that do not follow, `removed` if this device is not a member after them,
  ///   `epochKeyInvalid`; `CredentialVaultError` for `locked`, `storageFull` and the like.
  package func take(_ entries: [MembershipLogEntry], in replica: inout VaultReplica) throws {
    if entries.isEmpty { return }
    let log: MembershipLog
    do {
      log = try replica.log.following(entries)
    } catch {
      let code: SyncModelError.Code = error.code == .unsupportedVersion ? .unsupportedVersion : .logInvalid
      throw SyncModelError(code, own: replica.chain.head)
    }
    try grow(to: log, in: &replica)
  }

  /// Switches to a longer, verified log.
  /// - Throws: As ``take(_:in:)``.
  package func grow(to log: MembershipLog, in replica: inout VaultReplica) throws {
    guard log.isActive(replica.device, with: replica.keys) else {
      throw SyncModelError(.removed, own: replica.chain.head, device: log.entries.last?.author)
    }
    let former = replica.log
    var next = replica
    next.log = log
    next.state.logHead = log.head
    if log.epoch > former.epoch, log.entries.last?.author == replica.device { next.state.rewrapDue = .init(epoch: log.epoch) }
    let entries = log.entries.dropFirst(former.entries.count).map(\.encoded)
    let epochKey = try next.epochKey(log.epoch)
    try state.withLock { state in
      guard let unlocked = state.unlocked else { throw CredentialVaultError(.locked) }
      do {
        guard try database.logEntries().count == former.entries.count else { throw CredentialVaultError(.inUse) }
        let sealed = try seal(next.state, unlocked.root)
        let present = unlocked.epochKey
        guard epochKey.epoch > present.epoch else {
          try database.appendToLog(entries, sealedState: sealed)
          return
        }
        var generator = environment.makeGenerator()
        let keyFile = keyFile
        let nextFile = KeyFile(
          account: keyFile.account, device: keyFile.device, slot: keyFile.slot, deviceKeys: keyFile.deviceKeys, epoch: epochKey.epoch,
          epochKey: try unlocked.root.wrap(epochKey, account: keyFile.account, device: keyFile.device, using: &generator))
        try VaultFile.replace(folder.nextKeyFile, with: nextFile.encoded)
        let number = try database.beginEpoch(entries: entries, sealedState: sealed) { row in
          Self.rewrapped(row, account: log.account, from: present, to: epochKey, using: &generator)
        }
        storedKeys.withLock { $0 = nextFile }
        state.unlocked?.epochKey = epochKey
        state.unlocked?.transactionNumber = number
        // The index is unchanged, but belongs to another transaction; the next locking writes all of it.
        state.unlocked?.journal = nil
        // The database has decided. If the file cannot be renamed now, the next opening renames it.
        try? KeyFile.adoptNext(in: folder)
      } catch {
        throw CredentialVaultError(error)
      }
    }
    replica = next
  }

  /// Removes renamings from the end of the log that a folder does not show because another device wrote into the log at the same time.
  ///
  /// The chain starts again: commits that name a removed entry are not shown either, and their contents are committed again.
  /// - Parameter count: The number of entries that stay.
  /// - Throws: `SyncModelError` `logForked` if a later entry is more than a renaming; as ``follow(_:bringing:to:in:)``.
  package func forgetRenamings(behind count: Int, in replica: inout VaultReplica) throws {
    guard count >= 2, replica.log.entries.dropFirst(count).allSatisfy(\.isRenaming) else {
      throw SyncModelError(.logForked, own: replica.chain.head)
    }
    // First, so that a crash in between leaves a chain that may start after any log.
    try beginAnew(&replica)
    var next = replica
    next.log = try MembershipLog(verifying: Array(replica.log.entries.prefix(count)))
    next.state.logHead = next.log.head
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      do {
        try database.shortenLog(to: count, sealedState: seal(next.state, unlocked.root))
      } catch {
        throw CredentialVaultError(error)
      }
    }
    replica = next
  }

  /// Returns the log with a further entry that starts an epoch without the removed devices. Stores nothing.
  /// - Throws: `locked`; `damaged` for devices that are not members.
  package func rotating(removing removed: [DeviceIdentifier], in replica: VaultReplica) throws(CredentialVaultError) -> MembershipLog {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      var generator = environment.makeGenerator()
      let next = EpochKey.generate(epoch: unlocked.epochKey.epoch + 1, using: &generator)
      do {
        return try replica.log.rotating(
          from: unlocked.epochKey, to: next, removing: removed, by: replica.author, using: &generator)
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }

  /// Returns the log with a further entry that adds a device. Stores nothing.
  /// - Throws: `locked`; `damaged` for a device that is or was a member.
  package func adding(
    _ newcomer: LogAuthor, named name: String, in replica: VaultReplica
  ) throws(CredentialVaultError) -> MembershipLog {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      var generator = environment.makeGenerator()
      do {
        return try replica.log.adding(
          newcomer, named: name, epochKey: unlocked.epochKey, by: replica.author, using: &generator)
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }

  /// Returns the log with a further entry that renames a device. Stores nothing.
  /// - Throws: `locked`; `damaged` for a device that is not a member.
  package func renaming(
    _ device: DeviceIdentifier, to name: String, in replica: VaultReplica
  ) throws(CredentialVaultError) -> MembershipLog {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      var generator = environment.makeGenerator()
      do {
        return try replica.log.renaming(device, to: name, epochKey: unlocked.epochKey, by: replica.author, using: &generator)
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }

  /// Writes the entry that admits a device whose digits the user has compared, for the device to sign.
  /// - Throws: `locked`, `damaged`.
  package func draft(
    _ admitting: consuming EnrolmentSponsor.Admitting, named name: String, in replica: VaultReplica
  ) throws(CredentialVaultError) -> EnrolmentSponsor.Drafted {
    guard let epochKey = state.withLock({ $0.unlocked?.epochKey }) else { throw CredentialVaultError(.locked) }
    var generator = environment.makeGenerator()
    do {
      return try admitting.draft(in: replica.log, named: name, epochKey: epochKey, by: replica.author, using: &generator)
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// Returns the log with a further entry that replaces the recovery key. Stores nothing.
  /// - Throws: `locked`; `damaged` for a key that the account has had.
  package func replacingRecoveryKey(
    with keys: MemberPublicKeys, in replica: VaultReplica
  ) throws(CredentialVaultError) -> MembershipLog {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      do {
        return try replica.log.replacingRecoveryKey(with: keys, epochKey: unlocked.epochKey, by: replica.author)
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }

  /// Returns the members' names, as far as they are readable here.
  /// - Throws: `locked`.
  package func deviceNames(in replica: VaultReplica) throws(CredentialVaultError) -> [DeviceIdentifier: String] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      var names: [DeviceIdentifier: String] = [:]
      var keys = replica
      for device in replica.log.devices {
        guard let epoch = replica.log.nameEpoch(of: device), let key = try? keys.epochKey(epoch) else { continue }
        names[device] = replica.log.name(of: device, key: key)
      }
      return names
    }
  }

  /// Returns the devices that were removed from the account, with their names as far as they are readable here.
  /// - Throws: `locked`, `damaged`.
  package func removedDevices(in replica: VaultReplica) throws(CredentialVaultError) -> [DeviceIdentifier: String?] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      do {
        var removed: [DeviceIdentifier: String?] = [:]
        var keys = replica
        // The log forgets the name together with the device, so it is read once more from the beginning.
        let entries = replica.log.entries
        var before = try MembershipLog(verifying: Array(entries.prefix(2)))
        for entry in entries.dropFirst(2) {
          let leaving = before.devices.subtracting(replica.log.devices(at: entry.sequence))
          for device in leaving {
            let key = before.nameEpoch(of: device).flatMap { try? keys.epochKey($0) }
            removed[device] = .some(key.flatMap { before.name(of: device, key: $0) })
          }
          try before.follow(entry)
        }
        return removed
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }

  /// Returns the wraps of records under the current epoch, for those that the other side has under an older one.
  ///
  /// - Parameter records: The records, at most 500.
  /// - Throws: `locked`, `damaged`.
  package func wraps(
    of records: [RecordName]
  ) throws(CredentialVaultError) -> [(record: RecordName, revision: UInt64, wrap: [UInt8])] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      do {
        return try records.compactMap { name in
          let stored = try database.replicaRecord(name)
          guard let row = stored.base ?? stored.row, let envelope = try? RecordEnvelope(body: row.body, wrap: row.wrap),
            envelope.epoch == unlocked.epochKey.epoch
          else { return nil }
          return (name, envelope.facts.revision, envelope.wrap)
        }
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }
}
