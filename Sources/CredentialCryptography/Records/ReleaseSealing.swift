// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// Encrypts the log of releases: entries of one size that only the unlocked vault can read, each bound to its number
/// (docs/formats/vault.md, "Releases").
package struct ReleaseSealing: Sendable {
  /// The maximum length of an entry's content in bytes.
  package static let contentLimit = paddedByteCount - 1
  /// The length of an encrypted entry in bytes: number (8), nonce (12), padded content (512), tag (16).
  package static let entryByteCount = 8 + AuthenticatedEncryption.nonceByteCount + paddedByteCount + AuthenticatedEncryption.tagByteCount
  private static let paddedByteCount = 512

  private let key: SharedSecret
  private let context: [UInt8]

  /// Derives the key from a device's root.
  package init(root: LocalRoot, account: AccountIdentifier, device: DeviceIdentifier) {
    key = SharedSecret(KeyDerivation.derive(Label.release, from: root.key.copy()))
    context = Label.release + account.bytes + device.bytes
  }

  /// Encrypts an entry.
  /// - Throws: `recordTooLong` above ``contentLimit``.
  package func seal(
    _ content: borrowing SecretBytes, number: UInt64, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> [UInt8] {
    guard content.byteCount <= Self.contentLimit else { throw CredentialCryptographyError(.recordTooLong) }
    let nonce: [UInt8] = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    let head = number.bigEndianBytes
    let context = context + head
    let padded = Padding.pad(content, to: Self.paddedByteCount)
    let key = key.copy()
    return try padded.withBytes { (padded) throws(CredentialCryptographyError) in
      head + nonce + (try AuthenticatedEncryption.seal(padded, key: key, nonce: nonce, authenticating: context))
    }
  }

  /// Returns the number that an entry claims. Only ``open(_:)`` verifies it.
  package static func number(of entry: ArraySlice<UInt8>) -> UInt64 { UInt64(bigEndianBytes: entry.prefix(8)) }

  /// Opens an entry.
  /// - Throws: `malformed`, `authenticationFailed`.
  package func open(_ entry: ArraySlice<UInt8>) throws(CredentialCryptographyError) -> SecretBytes {
    guard entry.count == Self.entryByteCount else { throw CredentialCryptographyError(.malformed) }
    let box = entry.dropFirst(8)
    let padded = try AuthenticatedEncryption.open(
      box.dropFirst(AuthenticatedEncryption.nonceByteCount), key: key.copy(), nonce: box.prefix(AuthenticatedEncryption.nonceByteCount),
      authenticating: context + entry.prefix(8))
    return try Padding.unpad(padded)
  }
}
