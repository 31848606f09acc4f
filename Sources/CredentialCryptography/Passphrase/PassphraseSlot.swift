// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CanonicalCBOR
package import SecretMemory

/// The local root under a passphrase, stored so that the user can open the vault (docs/formats/vault.md, "Passphrase slot").
package struct PassphraseSlot: Hashable, Sendable {
  private static let version: UInt64 = 1
  private static let argon2id: UInt64 = 1
  private static let saltByteCount = 16
  private static let commitmentByteCount = 16
  private static let boxByteCount = LocalRoot.byteCount + AuthenticatedEncryption.tagByteCount

  /// The cost of one guess.
  package let cost: KeyDerivationCost
  private let salt: [UInt8]
  private let commitment: [UInt8]
  private let nonce: [UInt8]
  private let box: [UInt8]

  /// Encrypts a local root under a passphrase with a fresh salt. Takes as long as the cost dictates.
  /// - Throws: `passphraseNotUTF8`, `outOfMemory`.
  package init(
    sealing root: LocalRoot, passphrase: borrowing SecretBytes, device: DeviceIdentifier, cost: KeyDerivationCost,
    using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) {
    self.cost = cost
    salt = (0..<Self.saltByteCount).map { _ in generator.next() }
    nonce = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    let header = Self.header(cost: cost, salt: salt)
    let keys = try Self.deriveKeys(passphrase, salt: salt, cost: cost)
    commitment = keys.commitment(to: header)
    box = try root.key.withBytes { [nonce] (root) throws(CredentialCryptographyError) in
      try AuthenticatedEncryption.seal(root, key: keys.wrapping, nonce: nonce, authenticating: Label.slot + device.bytes + header)
    }
  }

  /// Opens the slot. Takes as long as the cost dictates, whatever the outcome.
  /// - Throws: `wrongPassphrase` before anything is opened, `slotTampered` if the passphrase matches and the box does not, `outOfMemory`.
  package func open(passphrase: borrowing SecretBytes, device: DeviceIdentifier) throws(CredentialCryptographyError) -> LocalRoot {
    let header = Self.header(cost: cost, salt: salt)
    let keys = try Self.deriveKeys(passphrase, salt: salt, cost: cost)
    guard constantTimeEquals(keys.commitment(to: header), commitment) else { throw CredentialCryptographyError(.wrongPassphrase) }
    let root: SecretBytes
    do {
      root = try AuthenticatedEncryption.open(
        box, key: keys.wrapping, nonce: nonce, authenticating: Label.slot + device.bytes + header)
    } catch {
      throw CredentialCryptographyError(.slotTampered)
    }
    return LocalRoot(key: SharedSecret(root))
  }

  /// The two halves of the bytes derived from the passphrase.
  private struct Keys: ~Copyable {
    let wrapping: SecretBytes
    let committing: SecretBytes

    borrowing func commitment(to header: [UInt8]) -> [UInt8] {
      committing.withBytes { KeyDerivation.commitment(Label.slot + header, key: $0) }
    }
  }

  private static func deriveKeys(
    _ passphrase: borrowing SecretBytes, salt: [UInt8], cost: KeyDerivationCost
  ) throws(CredentialCryptographyError) -> Keys {
    let derived = try Argon2id.derive(
      passphrase: PassphraseNormalisation.normalise(passphrase), salt: salt, cost: cost, byteCount: 64)
    return derived.withBytes { derived in
      Keys(wrapping: SecretBytes(copying: derived[0..<32]), committing: SecretBytes(copying: derived[32..<64]))
    }
  }

  private static func headerFields(cost: KeyDerivationCost, salt: [UInt8]) -> [CBORMap.Entry] {
    [
      .init(key: .unsigned(1), value: .unsigned(version)),
      .init(key: .unsigned(2), value: .unsigned(argon2id)),
      .init(key: .unsigned(3), value: .unsigned(UInt64(cost.passes))),
      .init(key: .unsigned(4), value: .unsigned(UInt64(cost.memoryKiB))),
      .init(key: .unsigned(5), value: .unsigned(UInt64(cost.lanes))),
      .init(key: .unsigned(6), value: .bytes(salt)),
    ]
  }

  private static func header(cost: KeyDerivationCost, salt: [UInt8]) -> [UInt8] {
    CBOREncoder(profile: .deterministic).encode(.map(CBORMap(headerFields(cost: cost, salt: salt)) ?? CBORMap()))
  }
}

extension PassphraseSlot {
  /// The slot as stored in the key file.
  package var fields: CBORMap {
    let rest: [CBORMap.Entry] = [
      .init(key: .unsigned(7), value: .bytes(commitment)),
      .init(key: .unsigned(8), value: .bytes(nonce)),
      .init(key: .unsigned(9), value: .bytes(box)),
    ]
    return CBORMap(Self.headerFields(cost: cost, salt: salt) + rest) ?? CBORMap()
  }

  /// Reads a slot from the key file.
  /// - Throws: `unsupportedVersion`, `malformed`, and `costBelowFloor` or `costAboveCeiling` before any work is done.
  package init(fields map: CBORMap) throws(CredentialCryptographyError) {
    let fields = CanonicalFields(map)
    guard try fields.unsigned(1) == Self.version, try fields.unsigned(2) == Self.argon2id else {
      throw CredentialCryptographyError(.unsupportedVersion)
    }
    try fields.requireKeys(1...9)
    cost = try KeyDerivationCost(memoryKiB: fields.integer(4), passes: fields.integer(3), lanes: fields.integer(5))
    salt = try fields.bytes(6, count: Self.saltByteCount)
    commitment = try fields.bytes(7, count: Self.commitmentByteCount)
    nonce = try fields.bytes(8, count: AuthenticatedEncryption.nonceByteCount)
    box = try fields.bytes(9, count: Self.boxByteCount)
  }
}
