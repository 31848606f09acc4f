// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A device's name in the log: only members read it, and it has one length for all.
package enum DeviceName {
  static let paddedByteCount = 64
  /// The longest name, in bytes of UTF-8.
  package static let mostBytes = paddedByteCount - 1
  static let sealedByteCount = AuthenticatedEncryption.nonceByteCount + paddedByteCount + AuthenticatedEncryption.tagByteCount

  /// Whether a person may give a device this name: 1 to 63 bytes, not blank, and nothing that would not stay on its line.
  package static func isFit(_ name: String) -> Bool {
    (1...mostBytes).contains(name.utf8.count) && !name.allSatisfy(\.isWhitespace)
      && name.unicodeScalars.allSatisfy { scalar in
        let properties = scalar.properties
        return ![.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory) && !properties.isBidiControl
      }
  }

  /// Seals a name under the epoch's key for notes; what is above 63 bytes is cut between characters.
  static func seal(
    _ name: String, of device: DeviceIdentifier, account: AccountIdentifier, key: EpochKey,
    using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> [UInt8] {
    let padded = pad(name)
    let nonce: [UInt8] = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    return nonce
      + (try AuthenticatedEncryption.seal(
        padded, key: key.metaKey, nonce: nonce, authenticating: context(device, account: account, epoch: key.epoch)))
  }

  /// - Throws: `authenticationFailed`, `malformed`.
  static func open(
    _ sealed: [UInt8], of device: DeviceIdentifier, account: AccountIdentifier, key: EpochKey
  ) throws(CredentialCryptographyError) -> String {
    let nonceByteCount = AuthenticatedEncryption.nonceByteCount
    let padded = try AuthenticatedEncryption.open(
      sealed.dropFirst(nonceByteCount), key: key.metaKey, nonce: sealed.prefix(nonceByteCount),
      authenticating: context(device, account: account, epoch: key.epoch))
    guard let name = padded.withBytes({ unpad($0) }) else { throw CredentialCryptographyError(.malformed) }
    return name
  }

  /// A name in 64 bytes, the mark 0x80 and zeroes behind it; what is above 63 bytes is cut between characters.
  static func pad(_ name: String) -> [UInt8] {
    var text = name
    while text.utf8.count >= paddedByteCount { text.removeLast() }
    return Array(text.utf8) + [0x80] + [UInt8](repeating: 0, count: paddedByteCount - 1 - text.utf8.count)
  }

  /// The name before the last mark; nil where there is none, or no text.
  static func unpad(_ padded: some BidirectionalCollection<UInt8>) -> String? {
    padded.lastIndex(of: 0x80).flatMap { String(validating: padded[..<$0], as: UTF8.self) }
  }

  private static func context(_ device: DeviceIdentifier, account: AccountIdentifier, epoch: UInt32) -> [UInt8] {
    Label.deviceName + account.bytes + device.bytes + epoch.bigEndianBytes
  }
}
