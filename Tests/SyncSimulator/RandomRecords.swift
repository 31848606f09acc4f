// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CanonicalCBOR
package import CredentialCryptography
package import SecretMemory
package import SyncModel

/// A generator that returns the same numbers for the same seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator with a seed.
  package init(seed: UInt64) { state = seed }

  /// Returns the next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

/// Bodies with few values and few stamps, so that equal and contradicting ones meet often.
package struct RandomRecords {
  /// The source of randomness.
  package var generator: SeededGenerator

  /// Creates records with a seed.
  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  /// Returns one of few stamps.
  package mutating func stamp() -> FieldStamp {
    let device = DeviceIdentifier([UInt8](repeating: UInt8(below(3)), count: 16))
    // Sometimes more than a year apart, so that histories have old entries.
    let time = UInt64(below(4)) << 16 + UInt64(below(3)) * (400 * 24 * 60 * 60 * 1000) << 16
    return FieldStamp(time: time, device: device ?? DeviceIdentifier.random(using: &generator))
  }

  /// Returns a value in the form of a field.
  package static func secret(_ value: CBORValue) -> SharedSecret {
    SharedSecret(copying: CBOREncoder(profile: .deterministic).encode(value))
  }

  private mutating func field(_ value: CBORValue) -> RecordBody.Field { RecordBody.Field(value: Self.secret(value), stamp: stamp()) }

  private mutating func word(_ bound: Int = 3) -> CBORValue { .bytes([UInt8(below(bound))]) }

  private mutating func set() -> CBORValue {
    let elements = (0..<below(4)).map { _ -> CBORMap.Entry in
      let value: CBORValue = below(4) == 0 ? .null : word()
      return CBORMap.Entry(key: .bytes([UInt8](repeating: UInt8(below(3)), count: 8)), value: .array([value, .bytes(stamp().bytes)]))
    }
    return CBORMap(elements).map(CBORValue.map) ?? .map(CBORMap())
  }

  private mutating func history() -> CBORValue {
    .array((0..<below(4)).map { _ in .array([.unsigned(HybridClock.milliseconds(of: stamp().time)), word(6)]) })
  }

  /// Codes of few secrets that are counted, and now and then made from the time.
  private mutating func form() -> CBORValue { below(4) == 0 ? [0, 30] : [1, .unsigned(UInt64(below(5)))] }

  /// Returns a body of a kind with merge rules, or of an unknown one.
  package mutating func body(kind: UInt8? = nil) -> RecordBody {
    let kind = kind ?? [0, 1, 1, 2, 3, 4, 6, 200][below(8)]
    var fields: [UInt64: RecordBody.Field] = [:]
    if kind == MergedField.tombstone {
      fields[250] = field(.unsigned(UInt64(below(3))))
      return RecordBody(kind: kind, fields: fields)
    }
    for key: UInt64 in [1, 3, 29, 999] where below(2) == 0 { fields[key] = field(word()) }
    for key: UInt64 in [2, 30, 50] where below(2) == 0 { fields[key] = field(set()) }
    if below(3) == 0 { fields[MergedField.trashedAt] = field(below(2) == 0 ? .null : .unsigned(5)) }
    switch kind {
    case MergedField.password:
      if below(8) > 0 { fields[MergedField.secret] = field(word(6)) }
      if below(2) == 0 { fields[MergedField.passwordHistory] = field(history()) }
    case MergedField.oneTimeCode:
      fields[MergedField.secret] = field(word())
      fields[MergedField.codeAlgorithm] = field(.text("SHA1"))
      fields[MergedField.codeDigits] = field(.unsigned(UInt64(6 + below(2))))
      if below(8) > 0 { fields[MergedField.codeForm] = field(form()) }
      if below(2) == 0 {
        let value = CBORValue.array(
          (0..<below(4)).map { _ in
            let time = HybridClock.milliseconds(of: stamp().time)
            return .array([.unsigned(time), word(), .text("SHA1"), .unsigned(6), form()])
          })
        fields[MergedField.codeHistory] = field(value)
      }
    case MergedField.note:
      fields[MergedField.text] = field(word(6))
      if below(2) == 0 { fields[MergedField.textHistory] = field(below(8) == 0 ? .text("newer") : history()) }
    case MergedField.passkey:
      for key in MergedField.writeOnce where key < 23 || below(2) == 0 {
        // Few passkeys, each with a single stamp, as they are written.
        let which = UInt8(key == 4 ? below(2) : 1)
        let device = DeviceIdentifier([UInt8](repeating: which, count: 16)) ?? stamp().device
        fields[key] = RecordBody.Field(value: Self.secret(.bytes([which])), stamp: FieldStamp(time: 1, device: device))
      }
    default: break
    }
    return RecordBody(kind: kind, fields: fields)
  }
}

/// Records by name, as in a vault: a joined body never replaces another record.
package struct RecordSet {
  /// The records.
  package private(set) var bodies: [RecordName: RecordBody] = [:]

  /// Whether it has the fault of keeping existing values.
  private let prefersLeft: Bool

  /// Joins bodies one after another.
  package init(_ pairs: [(RecordName, RecordBody)] = [], prefersLeft: Bool = false) {
    self.prefersLeft = prefersLeft
    for (name, body) in pairs { join(body, at: name) }
  }

  /// Joins a body with the existing one of the same name.
  package mutating func join(_ body: RecordBody, at name: RecordName) {
    guard let known = bodies[name] else {
      bodies[name] = body
      return
    }
    if prefersLeft { return }
    let joined = RecordJoin(known, body, of: name)
    bodies[name] = joined.body
    if let conflict = joined.conflict { join(conflict.body, at: conflict.record) }
  }

  /// Returns the join of both sets.
  package func joined(with other: RecordSet) -> RecordSet {
    var all = self
    for (name, body) in other.bodies { all.join(body, at: name) }
    return all
  }

  /// The encoded bodies, for comparing two sets.
  package var content: [RecordName: [UInt8]] { bodies.mapValues { $0.encoded().withBytes { Array($0) } } }
}
