// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import FoundationEssentials
package import SyncModel

/// The remains of a permanently erased record (docs/formats/vault.md, "Tombstones"): a body of no kind, with the time of erasure.
///
/// Without it, an older version of the record from a copy or another device would count as a lost one.
extension RecordBody {
  /// Creates the tombstone of a record.
  package static func tombstone(erasedAt date: Date, stamp: FieldStamp) -> RecordBody {
    var body = RecordBody(kind: MergedField.tombstone)
    body.set(RecordFields.erasedAt, to: FieldValue.encode(.unsigned(milliseconds(date))), stamp: stamp)
    return body
  }

  /// Whether this is the tombstone of a record.
  package var isTombstone: Bool { kind == MergedField.tombstone }
}
