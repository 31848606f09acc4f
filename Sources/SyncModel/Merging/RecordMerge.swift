// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import SecretMemory

/// The merge of this device's change to a record with another change that came into the chain.
///
/// The chain is a single line, so only the device that commits second has seen both changes and their base, and merges them.
package struct RecordMerge: Sendable {
  static let null: [UInt8] = [0xF6]

  /// The resulting record.
  package let body: RecordBody
  /// Another record that came under this one's name, with the name under which it is stored from now on.
  package let conflict: (record: RecordName, body: RecordBody)?
  /// Whether the chain lacks this body, so that the record has to be committed again.
  package let isPending: Bool

  /// Merges the version in the chain with an uncommitted change.
  /// - Parameters:
  ///   - placed: The newest version in the chain.
  ///   - pending: The record as this device changed it.
  ///   - base: The version on which the change is based; nil if unknown, and then both sides count as edited.
  ///   - stamp: The device's next stamp, for decisions of the merge itself.
  package init(placed: RecordBody, pending: RecordBody, base: RecordBody?, of record: RecordName, stamp: FieldStamp) {
    let joined = RecordJoin(placed, pending, of: record)
    var body = joined.body
    if joined.conflict == nil, placed.kind == pending.kind {
      let decided = stamp.after(placed, pending)
      Self.keepAdditions(in: &body, placed: placed, pending: pending, base: base, stamp: decided)
      // An edit wins over moving to the trash, whichever was committed first: the record returns, including the edit.
      let isPlacedTrashed = Self.trashes(placed, base)
      let isPendingTrashed = Self.trashes(pending, base)
      if isPlacedTrashed && !isPendingTrashed && Self.edits(pending, base)
        || isPendingTrashed && !isPlacedTrashed && Self.edits(placed, base)
      {
        let null = SharedSecret(copying: Self.null)
        for key in MergedField.trash where body.fields[key] != nil { body.set(key, to: null, stamp: decided) }
      }
    }
    self.body = body
    conflict = joined.conflict
    isPending = !constantTimeEquals(body.encoded(), placed.encoded())
  }

  /// Adopts the version in the chain if this device changed nothing: its author had seen everything this device knows.
  ///
  /// The unchangeable part is respected even then: a version of another kind, or with other write-once fields, is another record.
  package init(placed: RecordBody, known: RecordBody, of record: RecordName) {
    let isTombstone = placed.kind == MergedField.tombstone || known.kind == MergedField.tombstone
    if isTombstone || RecordLineage(of: placed) == RecordLineage(of: known) {
      body = placed
      conflict = nil
    } else {
      let joined = RecordJoin(placed, known, of: record)
      body = joined.body
      conflict = joined.conflict
    }
    isPending = !constantTimeEquals(body.encoded(), placed.encoded())
  }

  private static func trashes(_ body: RecordBody, _ base: RecordBody?) -> Bool {
    body.isInTrash && !(base?.isInTrash ?? false)
  }

  /// Whether anything outside the trash fields changed.
  private static func edits(_ body: RecordBody, _ base: RecordBody?) -> Bool {
    guard let base else { return true }
    return Set(body.fields.keys).union(base.fields.keys).subtracting(MergedField.trash).contains { key in
      body.fields[key]?.stamp != base.fields[key]?.stamp
    }
  }
}

extension RecordBody {
  /// Whether the record is in the trash.
  var isInTrash: Bool {
    guard let field = fields[MergedField.trashedAt] else { return false }
    return !field.value.withBytes { $0.elementsEqual([0xF6]) }
  }
}
