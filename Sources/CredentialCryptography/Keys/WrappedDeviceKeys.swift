// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The device's private keys under the local root, which the key file stores next to the slot.
package struct WrappedDeviceKeys: Hashable, Sendable {
  /// DSK, 60 bytes.
  package let signing: [UInt8]
  /// DXK, 60 bytes.
  package let keyAgreement: [UInt8]

  /// Creates a value from stored wraps.
  package init(signing: [UInt8], keyAgreement: [UInt8]) {
    self.signing = signing
    self.keyAgreement = keyAgreement
  }
}

extension LocalRoot {
  /// Wraps a device's private keys for this account.
  package func wrap(
    _ keys: MemberKeys, account: AccountIdentifier, device: DeviceIdentifier, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> WrappedDeviceKeys {
    WrappedDeviceKeys(
      signing: try wrap(keys.signingSeed.copy(), kind: .signing, account: account, device: device, using: &generator),
      keyAgreement: try wrap(keys.keyAgreementSeed.copy(), kind: .keyAgreement, account: account, device: device, using: &generator))
  }

  /// Opens a device's private keys.
  /// - Throws: `authenticationFailed` for keys of another account or device, or altered ones.
  package func unwrap(
    _ wrapped: WrappedDeviceKeys, account: AccountIdentifier, device: DeviceIdentifier
  ) throws(CredentialCryptographyError) -> MemberKeys {
    try MemberKeys(
      signingSeed: SharedSecret(unwrap(wrapped.signing, kind: .signing, account: account, device: device)),
      keyAgreementSeed: SharedSecret(unwrap(wrapped.keyAgreement, kind: .keyAgreement, account: account, device: device)))
  }

  /// Wraps an epoch key for this device, 60 bytes.
  package func wrap(
    _ key: EpochKey, account: AccountIdentifier, device: DeviceIdentifier, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> [UInt8] {
    try wrap(key.secret.copy(), kind: .epoch, epoch: key.epoch, account: account, device: device, using: &generator)
  }

  /// Opens a wrapped epoch key.
  package func unwrapEpochKey(
    _ wrapped: [UInt8], epoch: UInt32, account: AccountIdentifier, device: DeviceIdentifier
  ) throws(CredentialCryptographyError) -> EpochKey {
    EpochKey(epoch: epoch, secret: SharedSecret(try unwrap(wrapped, kind: .epoch, epoch: epoch, account: account, device: device)))
  }
}
