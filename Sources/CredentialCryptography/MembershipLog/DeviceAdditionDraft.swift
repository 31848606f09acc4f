// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// An entry that adds a device, signed by its author and not yet by the device (design: section 3.6, "proof of possession").
package struct DeviceAdditionDraft: Hashable, Sendable {
  let entry: MembershipLogEntry
  let addition: DeviceAddition

  /// Its future position in the log; the hash does not depend on the signatures.
  package var position: LogPosition { LogPosition(sequence: entry.sequence, hash: entry.hash) }
  /// The draft as sent to the device.
  package var encoded: [UInt8] { entry.encoded }

  init(entry: MembershipLogEntry, addition: DeviceAddition) {
    self.entry = entry
    self.addition = addition
  }

  /// Decodes a draft without verifying it.
  /// - Throws: `malformed` for anything but an entry of this kind with only its author's signature; `unsupportedVersion`.
  package init(decoding bytes: [UInt8]) throws(CredentialCryptographyError) {
    let entry = try MembershipLogEntry(decoding: bytes)
    guard entry.kind == .addDevice, entry.signatures.map(\.signer) == [entry.author] else {
      throw CredentialCryptographyError(.malformed)
    }
    self.init(entry: entry, addition: try DeviceAddition(body: entry.body))
  }

  /// Signs the draft as the device that it adds, which then belongs to the account.
  ///
  /// The device does not see the log yet. If the epoch's key opens, the entry was made for this account, epoch and place.
  /// - Parameters:
  ///   - account: The account offered to the device.
  ///   - epoch: The account's epoch, as stated by the author.
  /// - Returns: The signature for ``MembershipLog/adding(_:signature:)``.
  /// - Throws: `wrongPlace` for a draft about another device or other keys, `authenticationFailed` for a key that does not open.
  package func consent(
    as device: DeviceIdentifier, with keys: MemberKeys, account: AccountIdentifier, epoch: UInt32
  ) throws(CredentialCryptographyError) -> [UInt8] {
    guard addition.device == device, addition.keys == keys.publicKeys else { throw CredentialCryptographyError(.wrongPlace) }
    let info = EpochRotation.info(account: account, epoch: epoch, member: device, previous: entry.previous)
    _ = try keys.open(addition.wrap, info: info)
    return try keys.sign(MembershipLogEntry.signedBytes(ofHash: entry.hash))
  }

  func signed(with signature: [UInt8]) -> MembershipLogEntry {
    var entry = entry
    entry.add(signature, by: addition.device)
    return entry
  }
}
