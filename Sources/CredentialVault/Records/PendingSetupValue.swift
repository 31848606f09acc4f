// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialModel
import SyncModel

/// The wait for a first accepted code, as a field's value: `[since, [name, …]]`.
enum PendingSetupValue {
  static func encode(_ pending: PendingSetup) -> CBORValue {
    .array([.unsigned(RecordBody.milliseconds(pending.since)), .array(pending.replaces.map { .bytes($0.bytes) })])
  }

  /// Returns the wait; nil for a value of a newer version.
  static func decode(_ value: CBORValue) -> PendingSetup? {
    guard case .array(let parts) = value, parts.count == 2, case .unsigned(let since) = parts[0], case .array(let names) = parts[1] else {
      return nil
    }
    var replaces: [RecordIdentifier] = []
    for name in names {
      guard case .bytes(let bytes) = name, let id = RecordIdentifier(bytes: bytes) else { return nil }
      replaces.append(id)
    }
    return PendingSetup(since: RecordBody.date(since), replaces: replaces)
  }
}
