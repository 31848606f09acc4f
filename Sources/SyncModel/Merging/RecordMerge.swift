// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import SecretMemory

/// What becomes of a record that this device changed while another change of it came into the chain.
///
/// The chain is one line, so the device that commits second has seen both changes and what they started from; it alone merges.
package struct RecordMerge: Sendable {
  private static let null: [UInt8] = [0xF6]

  /// What the record is now.
  package let body: RecordBody
  /// Another record that came under this one's name, with the name under which it is kept from now on.
  package let conflict: (record: RecordName, body: RecordBody)?
  /// Whether the chain does not have this body yet, so that the record has to be committed again.
  package let isPending: Bool

  /// Merges the version in the chain with a change that was not committed yet.
  /// - Parameters:
  ///   - placed: The newest version in the chain.
  ///   - pending: The record as this device changed it.
  ///   - base: The version that the change started from; nil where it is not known, and then both sides count as edited.
  ///   - stamp: The device's next stamp, for what the merge itself decides.
  package init(placed: RecordBody, pending: RecordBody, base: RecordBody?, of record: RecordName, stamp: FieldStamp) {
    let joined = RecordJoin(placed, pending, of: record)
    var body = joined.body
    if joined.conflict == nil, placed.kind == pending.kind {
      // An edit beside a trashing wins, whichever was committed first: the record returns, and with it what was edited.
      let isPlacedTrashed = Self.trashes(placed, base)
      let isPendingTrashed = Self.trashes(pending, base)
      if isPlacedTrashed && !isPendingTrashed && Self.edits(pending, base)
        || isPendingTrashed && !isPlacedTrashed && Self.edits(placed, base)
      {
        let null = SharedSecret(copying: Self.null)
        let stamp = stamp.after(placed, pending)
        for key in MergedField.trash where body.fields[key] != nil { body.set(key, to: null, stamp: stamp) }
      }
    }
    self.body = body
    conflict = joined.conflict
    isPending = !constantTimeEquals(body.encoded(), placed.encoded())
  }

  /// Takes the version in the chain where this device changed nothing: its author had seen what this device knows.
  ///
  /// What a record cannot change is held to even then: a version of another kind, or with other written-once fields, is another record.
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

  /// Whether anything but the trash changed.
  private static func edits(_ body: RecordBody, _ base: RecordBody?) -> Bool {
    guard let base else { return true }
    return Set(body.fields.keys).union(base.fields.keys).subtracting(MergedField.trash).contains { key in
      body.fields[key]?.stamp != base.fields[key]?.stamp
    }
  }
}

extension RecordBody {
  /// Whether the record lies in the trash.
  var isInTrash: Bool {
    guard let field = fields[MergedField.trashedAt] else { return false }
    return !field.value.withBytes { $0.elementsEqual([0xF6]) }
  }
}
