// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory

/// The keys of an account's epochs. The log passes each one on, encrypted under the next, so that copies from before a change of keys stay
/// usable.
struct HandedOnEpochs {
  private let current: EpochKey
  private let former: [UInt32: EpochKey]

  init(_ current: EpochKey, log: MembershipLog?) {
    self.current = current
    var former: [UInt32: EpochKey] = [:]
    var key = current
    while let log, let before = try? log.openEpochKey(before: key) {
      former[before.epoch] = before
      key = before
    }
    self.former = former
  }

  /// Returns a row converted to the current epoch; one that does not open stays as it is.
  func broughtForward(
    _ row: VaultDatabase.Row, account: AccountIdentifier, using generator: inout some RandomNumberGenerator
  ) -> VaultDatabase.Row {
    guard !former.isEmpty, let envelope = try? RecordEnvelope(body: row.body, wrap: row.wrap), let key = former[envelope.epoch],
      let next = try? current.rewrap(envelope, from: key, account: account, record: row.name, using: &generator)
    else { return row }
    return VaultDatabase.Row(name: row.name, wrap: next.wrap, body: row.body)
  }

  /// Creates a key file of the log's epoch from an earlier one: the log has the new epoch's key for each of its devices.
  /// - Throws: `wrongPassphrase`, and errors for a key file that does not belong to this log.
  static func broughtForward(
    _ file: KeyFile, to log: MembershipLog, passphrase: borrowing SecretBytes, using generator: inout some RandomNumberGenerator
  ) throws(CredentialVaultError) -> KeyFile {
    do {
      let root = try file.slot.open(passphrase: passphrase, device: file.device)
      let keys = try root.unwrap(file.deviceKeys, account: file.account, device: file.device)
      guard log.isActive(file.device, with: keys) else { throw CredentialVaultError(.tampered) }
      let epochKey = try log.openEpochKey(as: file.device, with: keys)
      return KeyFile(
        account: file.account, device: file.device, slot: file.slot, deviceKeys: file.deviceKeys, epoch: epochKey.epoch,
        epochKey: try root.wrap(epochKey, account: file.account, device: file.device, using: &generator))
    } catch {
      throw CredentialVaultError(error)
    }
  }
}
