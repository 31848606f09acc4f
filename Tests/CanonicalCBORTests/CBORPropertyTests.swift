// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Testing

@Suite("Random CBOR items")
struct CBORPropertyTests {
  /// SplitMix64: a different sequence for each seed, and always the same one for the same seed.
  struct Sequence: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
      return mixed ^ mixed >> 31
    }
  }

  /// Any item that CTAP2 can represent, with at most `depth` containers around a scalar.
  static func item(depth: Int, using generator: inout Sequence) -> CBORValue {
    let number = generator.next() >> UInt64.random(in: 0..<64, using: &generator)
    let count = Int.random(in: 0...4, using: &generator)
    switch Int.random(in: depth > 0 ? 0...9 : 2...9, using: &generator) {
    case 0:
      return .array((0..<count).map { _ in item(depth: depth - 1, using: &generator) })
    case 1:
      var entries: [CBORMap.Entry] = []
      for _ in 0..<count {
        let key = item(depth: 0, using: &generator)
        let value = item(depth: depth - 1, using: &generator)
        if !entries.contains(where: { $0.key == key }) { entries.append(.init(key: key, value: value)) }
      }
      return .map(CBORMap(entries) ?? CBORMap())
    case 2: return .unsigned(number)
    case 3: return .negative(number)
    case 4: return .bytes((0..<count * 40).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    case 5: return .text(String((0..<count * 9).map { _ in "aé€😀\u{0}z".randomElement(using: &generator) ?? "a" }))
    case 6: return .boolean(number.isMultiple(of: 2))
    case 7: return number.isMultiple(of: 2) ? .null : .undefined
    case 8: return CBORSimple(UInt8(truncatingIfNeeded: number)).map { .simple($0) } ?? .null
    default: return .float(CBORFloat(Double(bitPattern: generator.next())))
    }
  }

  @Test("survive canonical encoding and decoding, and re-encode to the same bytes", arguments: 0..<200 as Range<UInt64>)
  func canonical(seed: UInt64) throws {
    var generator = Sequence(state: seed)
    let item = Self.item(depth: 4, using: &generator)
    let encoded = CBOREncoder(profile: .ctap2).encode(item)
    let decoded = try CBORDecoder(profile: .ctap2).decode(encoded)
    #expect(decoded == item)
    #expect(CBOREncoder(profile: .ctap2).encode(decoded) == encoded)
    #expect(try CBORDecoder(profile: .rfc8949).decode(encoded) == item)
  }

  @Test("have a deterministic encoding that is a fixed point", arguments: 0..<200 as Range<UInt64>)
  func deterministic(seed: UInt64) throws {
    var generator = Sequence(state: seed)
    let encoded = CBOREncoder(profile: .deterministic).encode(Self.item(depth: 6, using: &generator))
    #expect(CBOREncoder(profile: .deterministic).encode(try CBORDecoder(profile: .rfc8949).decode(encoded)) == encoded)
  }

  @Test("are refused if their canonical bytes are truncated anywhere or followed by another byte", arguments: 0..<50 as Range<UInt64>)
  func cut(seed: UInt64) {
    var generator = Sequence(state: seed)
    let encoded = CBOREncoder(profile: .ctap2).encode(Self.item(depth: 3, using: &generator))
    for end in 0..<encoded.count {
      #expect(throws: CanonicalCBORError.self) { try CBORDecoder(profile: .ctap2).decode(encoded[..<end]) }
    }
    #expect(throws: CanonicalCBORError.self) { try CBORDecoder(profile: .ctap2).decode(encoded + [0]) }
  }
}
