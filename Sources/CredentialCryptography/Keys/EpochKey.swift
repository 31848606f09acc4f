// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// EK: the account's key of one epoch, from which the keys that wrap record keys are derived.
package struct EpochKey: Sendable {
  /// The epoch's number, starting at 1.
  package let epoch: UInt32
  let secret: SharedSecret
  /// KW, which wraps record content keys and nothing else.
  let recordWrappingKey: SharedSecret

  init(epoch: UInt32, secret: SharedSecret) {
    self.epoch = epoch
    self.secret = secret
    recordWrappingKey = SharedSecret(KeyDerivation.derive(Label.recordWrapKey, from: secret.copy()))
  }

  /// Generates the key of an epoch.
  package static func generate(epoch: UInt32, using generator: inout some RandomNumberGenerator) -> EpochKey {
    EpochKey(epoch: epoch, secret: SharedSecret(SecretBytes.random(byteCount: 32, using: &generator)))
  }

  /// KM, which encrypts device names, settings and notes on checkpoints.
  var metaKey: SecretBytes { KeyDerivation.derive(Label.metaKey, from: secret.copy()) }

  /// KP, which encrypts the key of the previous epoch, so that a new member needs only the latest wrap.
  var previousEpochKey: SecretBytes { KeyDerivation.derive(Label.previousEpochKey, from: secret.copy()) }

  static let sealedPreviousByteCount = AuthenticatedEncryption.nonceByteCount + 32 + AuthenticatedEncryption.tagByteCount

  /// Encrypts the key of the previous epoch under KP: nonce (12), ciphertext (32), tag (16).
  func sealPrevious(
    _ former: EpochKey, account: AccountIdentifier, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let nonce: [UInt8] = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    return nonce
      + (try former.secret.withBytes { (former) throws(CredentialCryptographyError) in
        try AuthenticatedEncryption.seal(former, key: previousEpochKey, nonce: nonce, authenticating: previousContext(account))
      })
  }

  func openPrevious(_ sealed: [UInt8], account: AccountIdentifier) throws(CredentialCryptographyError) -> SecretBytes {
    let nonceByteCount = AuthenticatedEncryption.nonceByteCount
    return try AuthenticatedEncryption.open(
      sealed.dropFirst(nonceByteCount), key: previousEpochKey, nonce: sealed.prefix(nonceByteCount),
      authenticating: previousContext(account))
  }

  private func previousContext(_ account: AccountIdentifier) -> [UInt8] {
    Label.previousEpochKey + account.bytes + epoch.bigEndianBytes
  }

  /// The log's check value of the key, which prevents an author from giving different keys to different devices.
  var check: [UInt8] {
    var message = SecretBytes(byteCount: Label.epochCheck.count + secret.byteCount)
    message.withMutableBytes { message in
      message.copyBytes(from: Label.epochCheck)
      secret.withBytes { UnsafeMutableRawBufferPointer(rebasing: message[Label.epochCheck.count...]).copyMemory(from: $0) }
    }
    return message.withBytes { KeyDerivation.hash($0) }
  }
}
