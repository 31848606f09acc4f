// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

/// A file in which a device states that the account continues in this folder at a commit that was made elsewhere
/// (docs/formats/sync-folder.md, "Carried here").
struct CarriedRoot: Hashable, Sendable {
  /// The last commit seen by the device.
  let position: CommitPosition
  /// The end of the log as known to the device.
  let log: LogPosition
  private let account: AccountIdentifier
  private let member: DeviceIdentifier
  private let signature: [UInt8]

  init(position: CommitPosition, log: LogPosition, account: AccountIdentifier, member: DeviceIdentifier, signature: [UInt8]) {
    self.position = position
    self.log = log
    self.account = account
    self.member = member
    self.signature = signature
  }

  /// Decodes a file without verifying it.
  /// - Throws: `malformed`.
  init(decoding bytes: [UInt8]) throws(SyncFolderError) {
    let fields = try FolderRequest.fields(of: bytes, keys: 1...5, longest: Shelf.Kind.root.longest)
    do {
      account = try fields.identifier(1)
      position = try fields.position(2)
      let log = try fields.position(3)
      self.log = LogPosition(sequence: log.number, hash: log.hash)
      member = try fields.identifier(4)
      signature = try fields.bytes(5, count: MemberPublicKeys.signatureByteCount)
    } catch {
      throw SyncFolderError(reading: error)
    }
  }

  var encoded: [UInt8] {
    CBOREncoder(profile: .deterministic).encode(
      .map([
        1: .bytes(account.bytes), 2: position.value, 3: .array([.unsigned(log.sequence), .bytes(log.hash)]), 4: .bytes(member.bytes),
        5: .bytes(signature),
      ]))
  }

  /// Whether a device that was a member at the named log entry signed it.
  func holds(in log: MembershipLog) -> Bool {
    guard position.number > 0 || position == .beginning, account == log.account, log.position(self.log.sequence) == self.log,
      let keys = log.publicKeys(of: member, at: self.log.sequence), let key = MemberSigningKey(keys.signing)
    else { return false }
    return key.isSignature(
      signature, under: .carrying(account, by: member, from: position.number, position.hash, log: self.log.hash))
  }
}

extension CanonicalFields {
  /// Returns number and hash of a commit, or of an entry.
  /// - Throws: `malformed`.
  func position(_ key: UInt64) throws -> CommitPosition {
    let parts = try array(key)
    guard parts.count == 2, case .unsigned(let number) = parts[0], let hash = parts[1].bytesValue,
      hash.count == CommitPosition.hashByteCount, number < UInt64(Int32.max)
    else { throw SyncFolderError(.malformed) }
    return CommitPosition(number: number, hash: hash)
  }
}
