// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography

/// `vault.keys`: the identity of this device and its account, the passphrase slot, and the device's keys under the local root.
package struct KeyFile: Sendable {
  private static let version: UInt64 = 1
  static let longest = 1 << 16

  let account: AccountIdentifier
  let device: DeviceIdentifier
  var slot: PassphraseSlot
  let deviceKeys: WrappedDeviceKeys
  let epoch: UInt32
  let epochKey: [UInt8]

  /// The file.
  package var encoded: [UInt8] {
    let map: CBORMap = [
      .unsigned(1): .unsigned(Self.version),
      .unsigned(2): .bytes(account.bytes),
      .unsigned(3): .bytes(device.bytes),
      .unsigned(4): .map(slot.fields),
      .unsigned(5): .bytes(deviceKeys.signing),
      .unsigned(6): .bytes(deviceKeys.keyAgreement),
      .unsigned(7): .array([.array([.unsigned(UInt64(epoch)), .bytes(epochKey)])]),
    ]
    return CBOREncoder(profile: .deterministic).encode(.map(map))
  }

  init(
    account: AccountIdentifier, device: DeviceIdentifier, slot: PassphraseSlot, deviceKeys: WrappedDeviceKeys, epoch: UInt32,
    epochKey: [UInt8]
  ) {
    self.account = account
    self.device = device
    self.slot = slot
    self.deviceKeys = deviceKeys
    self.epoch = epoch
    self.epochKey = epochKey
  }

  /// Reads the key file.
  /// - Throws: `tooNew` for a later version, `tampered` for a derivation that is too cheap or too expensive, `damaged` otherwise.
  package init(decoding bytes: [UInt8]) throws(CredentialVaultError) {
    let damaged = CredentialVaultError(.damaged)
    let limits = CBORLimits(maximumByteCount: Self.longest, maximumDepth: 8, maximumItemCount: 1024)
    guard let value = try? CBORDecoder(profile: .rfc8949, limits: limits).decode(bytes), case .map(let map) = value,
      CBOREncoder(profile: .deterministic).encode(value) == bytes, case .unsigned(let version)? = map[.unsigned(1)]
    else { throw damaged }
    guard version == Self.version else { throw CredentialVaultError(.tooNew) }
    guard map.count == 7, case .bytes(let account)? = map[.unsigned(2)], let account = AccountIdentifier(account),
      case .bytes(let device)? = map[.unsigned(3)], let device = DeviceIdentifier(device), case .map(let slot)? = map[.unsigned(4)],
      case .bytes(let signing)? = map[.unsigned(5)], case .bytes(let keyAgreement)? = map[.unsigned(6)],
      case .array(let epochs)? = map[.unsigned(7)], epochs.count == 1, case .array(let first)? = epochs.first, first.count == 2,
      case .unsigned(let epoch) = first[0], let epoch = UInt32(exactly: epoch), case .bytes(let epochKey) = first[1]
    else { throw damaged }
    do {
      self.init(
        account: account, device: device, slot: try PassphraseSlot(fields: slot),
        deviceKeys: WrappedDeviceKeys(signing: signing, keyAgreement: keyAgreement), epoch: epoch, epochKey: epochKey)
    } catch {
      throw CredentialVaultError(error)
    }
  }

  static func read(from folder: VaultFolder) throws(CredentialVaultError) -> KeyFile {
    try KeyFile(decoding: VaultFile.read(folder.keyFile, limit: longest))
  }

  func write(to folder: VaultFolder) throws(CredentialVaultError) {
    try VaultFile.replace(folder.keyFile, with: encoded)
  }
}
