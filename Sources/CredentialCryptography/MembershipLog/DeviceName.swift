// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A device's name in the log. Only members can read it, and all names have the same encoded length.
package enum DeviceName {
  static let paddedByteCount = 64
  /// The maximum length of a name in bytes of UTF-8.
  package static let mostBytes = paddedByteCount - 1
  static let sealedByteCount = AuthenticatedEncryption.nonceByteCount + paddedByteCount + AuthenticatedEncryption.tagByteCount

  /// Whether the user may give a device this name: 1 to 63 bytes, not blank, and without characters that break the line.
  package static func isFit(_ name: String) -> Bool {
    (1...mostBytes).contains(name.utf8.count) && !name.allSatisfy(\.isWhitespace)
      && name.unicodeScalars.allSatisfy { scalar in
        let properties = scalar.properties
        return ![.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory) && !properties.isBidiControl
      }
  }

  /// Encrypts a name under the epoch's key for notes, cut to 63 bytes at a character boundary.
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

  /// Returns a name in 64 bytes, followed by the mark 0x80 and zeroes, cut to 63 bytes at a character boundary.
  static func pad(_ name: String) -> [UInt8] {
    var text = name
    while text.utf8.count >= paddedByteCount { text.removeLast() }
    return Array(text.utf8) + [0x80] + [UInt8](repeating: 0, count: paddedByteCount - 1 - text.utf8.count)
  }

  /// Returns the name before the last mark; nil if there is no mark or the bytes are not text.
  static func unpad(_ padded: some BidirectionalCollection<UInt8>) -> String? {
    padded.lastIndex(of: 0x80).flatMap { String(validating: padded[..<$0], as: UTF8.self) }
  }

  private static func context(_ device: DeviceIdentifier, account: AccountIdentifier, epoch: UInt32) -> [UInt8] {
    Label.deviceName + account.bytes + device.bytes + epoch.bigEndianBytes
  }
}
