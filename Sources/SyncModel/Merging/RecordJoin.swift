// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import CredentialCryptography
import SecretMemory
// Imported explicitly, because Crypto has a type of the same name.
import class SecretMemory.SharedSecret

/// The join of two bodies of one record. It is commutative, associative and idempotent, so that the order in which devices meet does not
/// matter (design: section 3.10).
package struct RecordJoin: Sendable {
  /// The resulting record.
  package let body: RecordBody
  /// A different record that came under the record's name, with the name under which it is stored from now on.
  package let conflict: (record: RecordName, body: RecordBody)?

  /// Joins two bodies that came under one name.
  package init(_ left: RecordBody, _ right: RecordBody, of record: RecordName) {
    // 1. Content wins over a tombstone: it includes a change that the tombstone's author did not know.
    if left.kind != right.kind, left.kind == MergedField.tombstone || right.kind == MergedField.tombstone {
      body = left.kind == MergedField.tombstone ? right : left
      conflict = nil
      return
    }
    // 2. The kind, and a passkey's write-once fields, cannot change: the first one keeps the name, and both are kept.
    let lineages = (RecordLineage(of: left), RecordLineage(of: right))
    guard lineages.0 == lineages.1 else {
      let isLeftFirst = lineages.0 < lineages.1
      body = isLeftFirst ? left : right
      let other = isLeftFirst ? (lineages.1, right) : (lineages.0, left)
      conflict = other.0.conflictName(besides: record).map { ($0, other.1) }
      return
    }
    body = Self.join(left, right)
    conflict = nil
  }

  private static func join(_ left: RecordBody, _ right: RecordBody) -> RecordBody {
    if constantTimeEquals(left.encoded(), right.encoded()) { return left }
    // 3. Each field gets the value with the greater stamp; sets are joined element by element.
    var fields = left.fields.merging(right.fields, uniquingKeysWith: join)
    // 4. The fields of one secret are replaced together, and the losing secret goes to the history.
    if let rule = SecretRule.rule(of: left.kind) { apply(rule, to: &fields, left, right) }
    return RecordBody(kind: left.kind, fields: fields)
  }

  private static func join(_ left: RecordBody.Field, _ right: RecordBody.Field) -> RecordBody.Field {
    switch (StampedElements(left.value), StampedElements(right.value)) {
    case (let ours?, let theirs?):
      let elements = ours.elements.merging(theirs.elements) { ours, theirs in
        precedes((ours.stamp, ours.value), (theirs.stamp, theirs.value)) ? theirs : ours
      }
      return RecordBody.Field(value: StampedElements(elements).encoded, stamp: max(left.stamp, right.stamp))
    // A set and another value do not meet under one number. If they ever do, the set wins in either order.
    case (_?, nil): return left
    case (nil, _?): return right
    case (nil, nil): return precedes((left.stamp, left.value), (right.stamp, right.value)) ? right : left
    }
  }

  /// Whether the left value loses: by its stamp, or by its hash if the stamps are equal, which no clock produces.
  private static func precedes(_ left: (stamp: FieldStamp, value: SharedSecret), _ right: (stamp: FieldStamp, value: SharedSecret)) -> Bool
  {
    if left.stamp != right.stamp { return left.stamp < right.stamp }
    return digest(left.value).lexicographicallyPrecedes(digest(right.value))
  }

  private static func digest(_ value: SharedSecret) -> [UInt8] {
    var hash = SHA256()
    value.withBytes { hash.update(bufferPointer: $0) }
    return Array(hash.finalize())
  }

  private static func apply(
    _ rule: SecretRule, to fields: inout [UInt64: RecordBody.Field], _ left: RecordBody, _ right: RecordBody
  ) {
    let values = (SecretRule.Value(rule, of: left), SecretRule.Value(rule, of: right))
    let (winner, loser) = values.0.loses(to: values.1) ? (values.1, values.0) : (values.0, values.1)
    for key in rule.fields { fields[key] = winner.fields[key] }

    let former = [left, right].compactMap { $0.fields[rule.history] }
    let histories = former.map { SecretHistory($0.value, partCount: rule.partCount) }
    var history = SecretHistory()
    for case let known? in histories { history.note(all: known) }
    if let entry = loser.entry { history.note(entry) }
    // A counter is never set back. It keeps the stamp of the side that won: what was counted elsewhere is no other value of the secret.
    if let counter = winner.entry.flatMap(history.counter(of:)), let form = winner.fields[MergedField.codeForm] {
      let value = SharedSecret(copying: CodeCounter.encode(counter))
      fields[MergedField.codeForm] = RecordBody.Field(value: value, stamp: form.stamp)
    }
    // A newer version's history stays as the field rule left it, and gets no entries; it wins over one of this version.
    guard !histories.contains(where: { $0 == nil }) else {
      let unknown = zip(former, histories).filter { $0.1 == nil }.map(\.0)
      fields[rule.history] = unknown.dropFirst().reduce(unknown.first) { kept, next in
        kept.map { precedes(($0.stamp, $0.value), (next.stamp, next.value)) ? next : $0 }
      }
      return
    }
    var stamp = former.map(\.stamp).max()
    // The stamp includes every losing value, whether or not any of it has to be kept: otherwise it would depend on the order of merging.
    if !loser.isSame(as: winner) { stamp = [stamp, loser.stamp].compactMap { $0 }.max() }
    // If neither body had a history and nothing lost, there is none.
    guard let stamp else { return }
    let kept = history.kept(beside: winner.entry, rule.extent)
    fields[rule.history] = RecordBody.Field(value: kept.encoded(partCount: rule.partCount), stamp: stamp)
  }
}
