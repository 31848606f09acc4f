// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import SecretMemory
// Imported explicitly, because Crypto has a type of the same name.
import class SecretMemory.SharedSecret

/// The fields of a kind that form one secret, and the field for its old values (design: section 3.10, "Never lose a secret").
struct SecretRule {
  private static let year: UInt64 = 366 * 24 * 60 * 60 * 1000

  /// The secret itself and then the fields that belong to it. They are replaced together, since half of one set-up and half of another are
  /// useless.
  let fields: [UInt64]
  /// The field for the old values.
  let history: UInt64
  /// The number of old values that a merge keeps.
  let extent: SecretHistory.Extent

  /// The parts of an entry of the history: the time, then the fields.
  var partCount: UInt64 { UInt64(fields.count + 1) }

  /// Returns the rule of a kind; nil for a kind whose secrets have no history.
  static func rule(of kind: UInt8) -> SecretRule? {
    switch kind {
    case MergedField.password:
      SecretRule(fields: [MergedField.secret], history: MergedField.passwordHistory, extent: .newest(21, andMilliseconds: year))
    case MergedField.oneTimeCode:
      SecretRule(
        fields: [MergedField.secret, MergedField.codeAlgorithm, MergedField.codeDigits, MergedField.codeForm],
        history: MergedField.codeHistory, extent: .all)
    case MergedField.note:
      SecretRule(fields: [MergedField.text], history: MergedField.textHistory, extent: .newest(21, andMilliseconds: 0))
    default: nil
    }
  }

  /// The fields of a rule in one body.
  struct Value {
    let fields: [UInt64: RecordBody.Field]
    /// The newest stamp among them, which decides; nil if the body has none of them.
    let stamp: FieldStamp?
    /// The counter of a whole set-up of counter-based codes. It is judged by itself, and has no part in which value wins.
    private let counter: UInt64?
    private let digest: [UInt8]
    private let order: [UInt64]

    init(_ rule: SecretRule, of body: RecordBody) {
      order = rule.fields
      let found = rule.fields.compactMap { key in body.fields[key].map { (key, $0) } }
      fields = Dictionary(uniqueKeysWithValues: found)
      stamp = found.map(\.1.stamp).max()
      counter =
        found.count == rule.fields.count ? fields[MergedField.codeForm].flatMap { CodeCounter.read($0.value) } : nil
      var hash = SHA256()
      for (key, field) in found {
        hash.update(data: [UInt8(truncatingIfNeeded: key)] + field.stamp.bytes)
        if counter != nil, key == MergedField.codeForm { continue }
        field.value.withBytes { hash.update(bufferPointer: $0) }
      }
      digest = Array(hash.finalize())
    }

    /// Whether both are the same value of the same stamps, but for a counter.
    func isSame(as other: Value) -> Bool { digest == other.digest }

    /// Whether this value loses to another: by its stamp, or by its hash if the stamps are equal.
    func loses(to other: Value) -> Bool {
      let (left, right) = (stamp?.bytes ?? [], other.stamp?.bytes ?? [])
      return left == right ? digest.lexicographicallyPrecedes(other.digest) : left.lexicographicallyPrecedes(right)
    }

    /// The value as an entry of a history; nil if a part is missing.
    var entry: SecretHistory.Entry? {
      guard let stamp, fields.count == order.count, let first = order.first, let secret = fields[first]?.value else { return nil }
      let tail = order.dropFirst().filter { counter == nil || $0 != MergedField.codeForm }
        .flatMap { key in fields[key]?.value.withBytes { Array($0) } ?? [] }
      return SecretHistory.Entry(
        time: HybridClock.milliseconds(of: stamp.time), secret: secret, tails: [tail], counter: counter)
    }
  }
}
