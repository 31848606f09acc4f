// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// The end of an account's commits as verified by the offering device.
package struct EnrolmentHead: Hashable, Sendable {
  /// The last commit's number; 0 if there is none.
  package let number: UInt64
  /// Its hash (32 bytes); zeroes if there is none.
  package let hash: [UInt8]
  /// The number of records covered by the last checkpoint, and their root (32 bytes); nil if there is none.
  package let root: Root?

  /// The root of a checkpoint.
  package struct Root: Hashable, Sendable {
    /// The number of records.
    package let count: UInt64
    /// The hash of the records.
    package let hash: [UInt8]

    /// Creates a root.
    package init(count: UInt64, hash: [UInt8]) {
      self.count = count
      self.hash = hash
    }
  }

  /// Creates a head from the last commit and the last checkpoint's root.
  package init(number: UInt64, hash: [UInt8], root: Root?) {
    self.number = number
    self.hash = hash
    self.root = root
  }

  func encoded(with log: LogPosition) -> [UInt8] {
    var entries: [CBORMap.Entry] = [
      .init(key: .unsigned(1), value: .array([.unsigned(log.sequence), .bytes(log.hash)])),
      .init(key: .unsigned(2), value: .array([.unsigned(number), .bytes(hash)])),
    ]
    if let root { entries.append(.init(key: .unsigned(3), value: .array([.unsigned(root.count), .bytes(root.hash)]))) }
    return CBOREncoder(profile: .deterministic).encode(.map(CBORMap(entries) ?? CBORMap()))
  }

  /// - Throws: `malformed`.
  static func decode(_ bytes: [UInt8]) throws(CredentialCryptographyError) -> (log: LogPosition, head: EnrolmentHead) {
    let fields = try CanonicalFields(decoding: bytes, atMost: EnrolmentMessage.longest)
    try fields.requireKeys(1...3, optional: [3])
    func pair(_ key: UInt64) throws(CredentialCryptographyError) -> (UInt64, [UInt8]) {
      let parts = try fields.array(key)
      guard parts.count == 2, case .unsigned(let number) = parts[0], case .bytes(let hash) = parts[1],
        hash.count == MembershipLogEntry.hashByteCount
      else { throw CredentialCryptographyError(.malformed) }
      return (number, hash)
    }
    let (sequence, logHash) = try pair(1)
    let (number, hash) = try pair(2)
    guard (number == 0) == (hash == MembershipLog.noHash) else { throw CredentialCryptographyError(.malformed) }
    let root = fields.has(3) ? try pair(3) : nil
    return (
      LogPosition(sequence: sequence, hash: logHash),
      EnrolmentHead(number: number, hash: hash, root: root.map { Root(count: $0.0, hash: $0.1) })
    )
  }
}

/// The data promised to a new device by the one that admitted it. The new device verifies everything served to it against this.
package struct EnrolmentAdmission: Hashable, Sendable {
  let device: DeviceIdentifier
  let keys: MemberPublicKeys
  let genesis: [UInt8]
  /// The entry that this device signed.
  package let entry: LogPosition
  /// The log's end as seen by the sponsor.
  package let log: LogPosition
  /// The commits as seen by the sponsor: the served chain has to contain this head.
  package let head: EnrolmentHead

  /// The account.
  package var account: AccountIdentifier { Identifier(trusted: Array(genesis.prefix(16))) }

  /// Requires a log to be the promised one, or to continue it.
  /// - Throws: `logInvalid` for a log of another account, one that has other entries in the promised places, or ends before them, or in
  ///   which this device was not added by the entry that it signed.
  package func requireKept(by log: MembershipLog) throws(CredentialCryptographyError) {
    guard log.entries.first?.hash == genesis, log.position(entry.sequence) == entry, log.position(self.log.sequence) == self.log,
      log.publicKeys(of: device, at: entry.sequence) == keys
    else { throw CredentialCryptographyError(.logInvalid) }
  }
}
