// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import SecretMemory
// Named by itself, because Crypto has a type of this name too.
import class SecretMemory.SharedSecret

/// Which fields of a kind are one secret, and where its former values are kept (design: section 3.10, "Never lose a secret").
struct SecretRule {
  private static let year: UInt64 = 366 * 24 * 60 * 60 * 1000

  /// The secret itself and then what belongs to it: they change hands together, since half of one set-up and half of another is none.
  let fields: [UInt64]
  /// The field that keeps the former values.
  let history: UInt64
  /// How much of them a merge keeps.
  let extent: SecretHistory.Extent

  /// The parts of an entry of the history: the time, then the fields.
  var partCount: UInt64 { UInt64(fields.count + 1) }

  /// The rule of a kind; nil for a kind whose secrets have no history.
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

  /// The fields of a rule as one body has them.
  struct Value {
    let fields: [UInt64: RecordBody.Field]
    /// The newest stamp among them, which decides; nil where the body has none of them.
    let stamp: FieldStamp?
    private let digest: [UInt8]
    private let order: [UInt64]

    init(_ rule: SecretRule, of body: RecordBody) {
      order = rule.fields
      let found = rule.fields.compactMap { key in body.fields[key].map { (key, $0) } }
      fields = Dictionary(uniqueKeysWithValues: found)
      stamp = found.map(\.1.stamp).max()
      var hash = SHA256()
      for (key, field) in found {
        hash.update(data: [UInt8(truncatingIfNeeded: key)] + field.stamp.bytes)
        field.value.withBytes { hash.update(bufferPointer: $0) }
      }
      digest = Array(hash.finalize())
    }

    /// Whether both are the same value of the same stamps.
    func isSame(as other: Value) -> Bool { digest == other.digest }

    /// Whether this value loses against another: by its stamp, and between two of one stamp by what it hashes to.
    func loses(to other: Value) -> Bool {
      let (left, right) = (stamp?.bytes ?? [], other.stamp?.bytes ?? [])
      return left == right ? digest.lexicographicallyPrecedes(other.digest) : left.lexicographicallyPrecedes(right)
    }

    /// The value as a history would keep it; nil where a part is missing.
    var entry: SecretHistory.Entry? {
      guard let stamp, fields.count == order.count, let first = order.first, let secret = fields[first]?.value else { return nil }
      let tail = order.dropFirst().flatMap { key in fields[key]?.value.withBytes { Array($0) } ?? [] }
      return SecretHistory.Entry(time: HybridClock.milliseconds(of: stamp.time), secret: secret, tails: [tail])
    }
  }
}
