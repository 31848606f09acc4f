// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
package import SyncModel

/// The reason that synchronising stopped, kept until the user decides. Nothing is sent in the meantime, and everything stays usable here.
package struct ReplicaAlarm: Hashable, Sendable {
  /// The verdict's stable name, as ``SyncModelError/Code`` gives it.
  package let code: String
  /// The position of this device.
  package let own: CommitPosition?
  /// The position served in its place.
  package let served: CommitPosition?
  /// The device whose commit or key it was.
  package let device: DeviceIdentifier?
  /// The record concerned.
  package let record: RecordName?
  /// The time at which it was raised, in milliseconds since 1970.
  package let milliseconds: UInt64

  /// Creates an alarm from a verdict.
  package init(_ verdict: SyncModelError, atMilliseconds milliseconds: UInt64) {
    code = verdict.code.description
    own = verdict.own
    served = verdict.served
    device = verdict.device
    record = verdict.record
    self.milliseconds = milliseconds
  }

  var value: CBORValue {
    .array([
      .text(code), Self.value(own), Self.value(served), device.map { .bytes($0.bytes) } ?? .null, record.map { .bytes($0.bytes) } ?? .null,
      .unsigned(milliseconds),
    ])
  }

  init(reading value: CBORValue) throws(CredentialVaultError) {
    guard let parts = value.arrayValue, parts.count == 6, case .text(let code) = parts[0], case .unsigned(let milliseconds) = parts[5]
    else {
      throw CredentialVaultError(.damaged)
    }
    self.code = code
    own = ReplicaState.position(parts[1]).map { CommitPosition(number: $0.number, hash: $0.hash) }
    served = ReplicaState.position(parts[2]).map { CommitPosition(number: $0.number, hash: $0.hash) }
    device = parts[3].bytesValue.flatMap { DeviceIdentifier($0) }
    record = parts[4].bytesValue.flatMap { RecordName($0) }
    self.milliseconds = milliseconds
  }

  private static func value(_ position: CommitPosition?) -> CBORValue {
    position.map { .array([.unsigned($0.number), .bytes($0.hash)]) } ?? .null
  }
}
