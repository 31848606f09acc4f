// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// LK, the 32 random bytes that open everything on this device and never leave it.
package struct LocalRoot: Sendable {
  static let byteCount = 32
  let key: SharedSecret

  /// Generates a root.
  package static func generate(using generator: inout some RandomNumberGenerator) -> LocalRoot {
    LocalRoot(key: SharedSecret(SecretBytes.random(byteCount: byteCount, using: &generator)))
  }

  /// The kind of a key wrapped under the root.
  enum WrappedKind: UInt8 {
    /// DSK, the device's Ed25519 seed.
    case signing = 1
    /// DXK, the device's X-Wing seed.
    case keyAgreement = 2
    /// EK, an epoch key.
    case epoch = 3
  }

  /// Wraps a 32-byte key: nonce (12), ciphertext (32), tag (16).
  func wrap(
    _ key: borrowing SecretBytes, kind: WrappedKind, epoch: UInt32 = 0, account: AccountIdentifier, device: DeviceIdentifier,
    using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let nonce: [UInt8] = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    let context = Self.context(kind, epoch, account, device)
    let wrappingKey = self.wrappingKey
    return nonce
      + (try key.withBytes { (key) throws(CredentialCryptographyError) in
        try AuthenticatedEncryption.seal(key, key: wrappingKey, nonce: nonce, authenticating: context)
      })
  }

  /// Opens a wrap made by `wrap` for the same kind, epoch, account and device.
  func unwrap(
    _ wrapped: [UInt8], kind: WrappedKind, epoch: UInt32 = 0, account: AccountIdentifier, device: DeviceIdentifier
  ) throws(CredentialCryptographyError) -> SecretBytes {
    guard wrapped.count == Self.wrappedByteCount else { throw CredentialCryptographyError(.malformed) }
    return try AuthenticatedEncryption.open(
      wrapped.dropFirst(12), key: wrappingKey, nonce: wrapped.prefix(12), authenticating: Self.context(kind, epoch, account, device))
  }

  static let wrappedByteCount = 12 + 32 + 16

  private var wrappingKey: SecretBytes { KeyDerivation.derive(Label.localWrapKey, from: key.copy()) }

  private static func context(
    _ kind: WrappedKind, _ epoch: UInt32, _ account: AccountIdentifier, _ device: DeviceIdentifier
  ) -> [UInt8] {
    Label.localWrap + account.bytes + device.bytes + [kind.rawValue] + epoch.bigEndianBytes
  }
}
