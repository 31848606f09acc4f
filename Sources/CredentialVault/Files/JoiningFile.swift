// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
package import FoundationEssentials
package import SecretMemory
import SyncModel

/// The file next to the vault's folder that stores a joining in progress, encrypted under the new vault's passphrase, until the vault
/// exists and has the account's data (docs/formats/vault.md, "Joining under way").
package struct JoiningFile: Sendable {
  /// The root that the file's content is encrypted under, and its slot for the passphrase.
  package struct Lock: Sendable {
    fileprivate let root: LocalRoot
    fileprivate let slot: PassphraseSlot
  }

  private static let version: UInt64 = 1
  private static let longest = 1 << 16

  private let path: String
  private let parent: String

  /// Names the file of the vault to be created.
  package init(beside vault: URL) { self.init(beside: VaultFolder(vault)) }

  init(beside folder: VaultFolder) { (path, parent) = (folder.path + ".joining", folder.parent) }

  /// Whether a joining was interrupted.
  package var isThere: Bool { (try? VaultFile.read(path, limit: Self.longest)) != nil }

  /// Whether it is about this device, by what the file says without a key.
  func isAbout(_ device: DeviceIdentifier, of account: AccountIdentifier) -> Bool {
    guard let bytes = try? VaultFile.read(path, limit: Self.longest),
      let file = try? CanonicalFields(decoding: bytes, atMost: Self.longest),
      let (itsAccount, itsDevice): (AccountIdentifier, DeviceIdentifier) = try? (file.identifier(2), file.identifier(3))
    else { return false }
    return itsAccount == account && itsDevice == device
  }

  /// Derives the key from the passphrase, in advance, because that takes long. Writes nothing.
  /// - Throws: As ``CredentialVault/join(_:as:at:promised:in:passphrase:owesRecoveryKey:environment:)``.
  package func lock(
    for device: DeviceIdentifier, passphrase: SharedSecret, environment: VaultEnvironment
  ) async throws(CredentialVaultError) -> Lock {
    try await CredentialVault.offTheThreadPool { () throws(CredentialVaultError) in
      var generator = environment.makeGenerator()
      let root = LocalRoot.generate(using: &generator)
      do {
        return Lock(
          root: root, slot: try environment.makeSlot(sealing: root, passphrase: passphrase.copy(), device: device, using: &generator))
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }

  /// Stores a joining; it is on disk when this returns.
  /// - Throws: `storageFull` and the like.
  package func keep(_ joining: JoiningUnderWay, under lock: Lock, environment: VaultEnvironment) throws(CredentialVaultError) {
    var generator = environment.makeGenerator()
    let (account, device) = (joining.account, joining.device.member)
    let encoder = CBOREncoder(profile: .deterministic)
    let content: CBORMap = [
      1: .bytes(Array(joining.place.utf8)), 2: .array([.unsigned(joining.log.sequence), .bytes(joining.log.hash)]),
      3: .array([.unsigned(joining.head.number), .bytes(joining.head.hash)]),
    ]
    do {
      let keys = try lock.root.wrap(joining.device.keys, account: account, device: device, using: &generator)
      let sealed = try SealedReplicaState.seal(
        encoder.encode(.map(content)), root: lock.root, account: account, device: device, using: &generator)
      let file: CBORMap = [
        1: .unsigned(Self.version), 2: .bytes(account.bytes), 3: .bytes(device.bytes), 4: .map(lock.slot.fields), 5: .bytes(keys.signing),
        6: .bytes(keys.keyAgreement), 7: .bytes(sealed),
      ]
      try VaultFolder.makeFolders(parent)
      try VaultFile.replace(path, with: encoder.encode(.map(file)))
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// Reads the file with the passphrase that was chosen for the vault.
  /// - Throws: `missing`, `wrongPassphrase`, `damaged`, `tampered`, `tooNew`.
  package func open(passphrase: SharedSecret) async throws(CredentialVaultError) -> JoiningUnderWay {
    let bytes = try VaultFile.read(path, limit: Self.longest)
    return try await CredentialVault.offTheThreadPool { () throws(CredentialVaultError) in
      do {
        let file = try CanonicalFields(decoding: bytes, atMost: Self.longest)
        guard try file.unsigned(1) == Self.version else { throw CredentialVaultError(.tooNew) }
        try file.requireKeys(1...7)
        let (account, device): (AccountIdentifier, DeviceIdentifier) = (try file.identifier(2), try file.identifier(3))
        let root = try PassphraseSlot(fields: file.map(4)).open(passphrase: passphrase.copy(), device: device)
        let wrapped = WrappedDeviceKeys(signing: try file.bytes(5), keyAgreement: try file.bytes(6))
        let keys = try root.unwrap(wrapped, account: account, device: device)
        let opened = try SealedReplicaState.open(try file.bytes(7), root: root, account: account, device: device)
        let content = try CanonicalFields(decoding: opened, atMost: Self.longest)
        try content.requireKeys(1...3)
        let (log, head) = (try Self.position(2, of: content), try Self.position(3, of: content))
        return JoiningUnderWay(
          place: String(decoding: try content.bytes(1), as: UTF8.self), account: account, device: LogAuthor(device, keys),
          log: LogPosition(sequence: log.number, hash: log.hash), head: CommitPosition(number: head.number, hash: head.hash))
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }

  private static func position(_ key: UInt64, of fields: CanonicalFields) throws -> (number: UInt64, hash: [UInt8]) {
    guard let position = ReplicaState.position(.array(try fields.array(key))) else { throw CredentialVaultError(.damaged) }
    return position
  }

  /// Removes the file, after the device has its vault, and the vault its account's data.
  package func remove() { VaultFile.remove(path) }
}
