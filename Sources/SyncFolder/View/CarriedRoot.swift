// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

/// A file by which a device says that the account goes on in this folder from a commit that was made elsewhere
/// (docs/formats/sync-folder.md, "Carried here").
struct CarriedRoot: Hashable, Sendable {
  /// The last commit that the device had seen.
  let position: CommitPosition
  /// The end of the log as it knew it.
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

  /// Reads a file without believing it.
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

  /// Whether a device signed it that was a member where it names the log.
  func holds(in log: MembershipLog) -> Bool {
    guard position.number > 0 || position == .beginning, account == log.account, log.position(self.log.sequence) == self.log,
      let keys = log.publicKeys(of: member, at: self.log.sequence), let key = MemberSigningKey(keys.signing)
    else { return false }
    return key.isSignature(
      signature, under: .carrying(account, by: member, from: position.number, position.hash, log: self.log.hash))
  }
}

extension CanonicalFields {
  /// Number and hash of a commit, or of an entry.
  /// - Throws: `malformed`.
  func position(_ key: UInt64) throws -> CommitPosition {
    let parts = try array(key)
    guard parts.count == 2, case .unsigned(let number) = parts[0], let hash = parts[1].bytesValue,
      hash.count == CommitPosition.hashByteCount, number < UInt64(Int32.max)
    else { throw SyncFolderError(.malformed) }
    return CommitPosition(number: number, hash: hash)
  }
}
