// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import SecretMemory

/// The stored form of a PIN: the bytes derived from it, encrypted under the root (docs/formats/vault.md, "PIN"). On its own it opens
/// nothing. Once the passphrase has opened the vault, it is used to encrypt the root for the PIN again.
package struct StoredPIN: Sendable {
  /// The maximum length of the file in bytes.
  package static let longest = 1 << 10
  private static let version: UInt64 = 1
  private static let saltByteCount = 16
  private static let boxByteCount = PINKey.byteCount + AuthenticatedEncryption.tagByteCount

  let cost: KeyDerivationCost
  let salt: [UInt8]
  private let nonce: [UInt8]
  private let box: [UInt8]

  /// Derives the stored form of a PIN with a fresh salt. Takes as long as the cost dictates.
  /// - Throws: `outOfMemory`.
  package init(
    _ pin: borrowing SecretBytes, under root: LocalRoot, account: AccountIdentifier, device: DeviceIdentifier,
    cost: KeyDerivationCost, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) {
    self.cost = cost
    salt = (0..<Self.saltByteCount).map { _ in generator.next() }
    nonce = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    let context = Self.context(cost: cost, salt: salt, account, device)
    box = try PINKey(pin, salt: salt, cost: cost).bytes.withBytes { [nonce] (key) throws(CredentialCryptographyError) in
      try AuthenticatedEncryption.seal(key, key: Self.storageKey(root), nonce: nonce, authenticating: context)
    }
  }

  /// Returns the bytes derived from the PIN.
  /// - Throws: `authenticationFailed` for another root, account or device.
  package func key(
    under root: LocalRoot, account: AccountIdentifier, device: DeviceIdentifier
  ) throws(CredentialCryptographyError) -> PINKey {
    let context = Self.context(cost: cost, salt: salt, account, device)
    return PINKey(
      bytes: SharedSecret(try AuthenticatedEncryption.open(box, key: Self.storageKey(root), nonce: nonce, authenticating: context)))
  }

  private static func storageKey(_ root: LocalRoot) -> SecretBytes { KeyDerivation.derive(Label.storedPIN, from: root.key.copy()) }

  private static func context(
    cost: KeyDerivationCost, salt: [UInt8], _ account: AccountIdentifier, _ device: DeviceIdentifier
  ) -> [UInt8] {
    let header = CBOREncoder(profile: .deterministic).encode(.map(CBORMap(headerFields(cost: cost, salt: salt)) ?? CBORMap()))
    return Label.storedPIN + account.bytes + device.bytes + header
  }

  private static func headerFields(cost: KeyDerivationCost, salt: [UInt8]) -> [CBORMap.Entry] {
    [
      .init(key: .unsigned(1), value: .unsigned(version)),
      .init(key: .unsigned(2), value: .unsigned(UInt64(cost.passes))),
      .init(key: .unsigned(3), value: .unsigned(UInt64(cost.memoryKiB))),
      .init(key: .unsigned(4), value: .unsigned(UInt64(cost.lanes))),
      .init(key: .unsigned(5), value: .bytes(salt)),
    ]
  }
}

extension StoredPIN {
  /// The file `pin.sealed`.
  package var encoded: [UInt8] {
    let rest: [CBORMap.Entry] = [.init(key: .unsigned(6), value: .bytes(nonce)), .init(key: .unsigned(7), value: .bytes(box))]
    return CBOREncoder(profile: .deterministic).encode(.map(CBORMap(Self.headerFields(cost: cost, salt: salt) + rest) ?? CBORMap()))
  }

  /// Reads the file.
  /// - Throws: `unsupportedVersion`, `malformed`, and `costBelowFloor` or `costAboveCeiling` before any work is done.
  package init(decoding bytes: [UInt8]) throws(CredentialCryptographyError) {
    let fields = try CanonicalFields(decoding: bytes, atMost: Self.longest)
    guard try fields.unsigned(1) == Self.version else { throw CredentialCryptographyError(.unsupportedVersion) }
    try fields.requireKeys(1...7)
    cost = try KeyDerivationCost(memoryKiB: fields.integer(3), passes: fields.integer(2), lanes: fields.integer(4))
    salt = try fields.bytes(5, count: Self.saltByteCount)
    nonce = try fields.bytes(6, count: AuthenticatedEncryption.nonceByteCount)
    box = try fields.bytes(7, count: Self.boxByteCount)
  }
}
