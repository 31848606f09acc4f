// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Testing

@Suite("The CBOR decoder")
struct CBORLimitTests {
  static func decoder(byteCount: Int = 64, depth: Int = 8, itemCount: Int = 16) -> CBORDecoder {
    CBORDecoder(profile: .rfc8949, limits: CBORLimits(maximumByteCount: byteCount, maximumDepth: depth, maximumItemCount: itemCount))
  }

  func refusal(of input: [UInt8], by decoder: CBORDecoder) -> CanonicalCBORError? {
    do throws(CanonicalCBORError) {
      _ = try decoder.decode(input)
      return nil
    } catch {
      return error
    }
  }

  @Test("refuses an input longer than the limit")
  func byteCount() {
    #expect(refusal(of: bytes(hex: "4401020304"), by: Self.decoder(byteCount: 5)) == nil)
    #expect(refusal(of: bytes(hex: "4401020304"), by: Self.decoder(byteCount: 4))?.code == .inputTooLong)
  }

  @Test("refuses nesting beyond the limit, tags included")
  func depth() {
    #expect(refusal(of: bytes(hex: "818100"), by: Self.decoder(depth: 2)) == nil)
    #expect(refusal(of: bytes(hex: "81818100"), by: Self.decoder(depth: 2))?.code == .nestedTooDeeply)
    #expect(refusal(of: bytes(hex: "c1c1c100"), by: Self.decoder(depth: 2))?.code == .nestedTooDeeply)
  }

  @Test("refuses more items than the limit, chunks of strings included")
  func itemCount() {
    #expect(refusal(of: bytes(hex: "8201a10203"), by: Self.decoder(itemCount: 5)) == nil)
    #expect(refusal(of: bytes(hex: "8201a10203"), by: Self.decoder(itemCount: 4))?.code == .tooManyItems)
    #expect(refusal(of: bytes(hex: "5f40404040ff"), by: Self.decoder(itemCount: 4))?.code == .tooManyItems)
  }

  @Test(
    "reserves no memory for a claimed count that the input cannot hold",
    arguments: ["9bffffffffffffffff", "bb7fffffffffffffff", "9a7fffffff00"])
  func claimedCount(input: String) {
    #expect(refusal(of: bytes(hex: input), by: CBORDecoder(profile: .rfc8949))?.code == .incompleteData)
  }

  @Test("counts the offset of a fault from the start of its input")
  func offset() throws {
    let whole = bytes(hex: "ffff820018")
    let error = #expect(throws: CanonicalCBORError.self) {
      try CBORDecoder(profile: .rfc8949).decodePrefix(whole[2...])
    }
    #expect(error?.byteOffset == 3)
    #expect(refusal(of: [0, 0], by: CBORDecoder(profile: .ctap2))?.byteOffset == 1)
  }

  @Test("returns the bytes after the first item")
  func prefix() throws {
    let (value, remaining) = try CBORDecoder(profile: .ctap2).decodePrefix([0x82, 1, 2, 0xaa, 0xbb])
    #expect(value == [1, 2])
    #expect(Array(remaining) == [0xaa, 0xbb])
  }

  @Test("distinguishes texts with different bytes even if Unicode considers them equivalent")
  func textEquality() throws {
    let composed = CBORValue.text("\u{e9}")
    let decomposed = CBORValue.text("e\u{301}")
    #expect(composed != decomposed)
    #expect(CBORMap([.init(key: composed, value: 1), .init(key: decomposed, value: 2)])?.count == 2)
  }

  @Test("refuses to build a map with a repeated key and finds values by key")
  func maps() {
    #expect(CBORMap([.init(key: 1, value: 2), .init(key: 1, value: 3)]) == nil)
    let map: CBORMap = ["b": 2, "a": 1, -1: 3]
    #expect(map["a"] == 1)
    #expect(map[-1] == 3)
    #expect(map["c"] == nil)
    #expect(map == ["a": 1, -1: 3, "b": 2])
  }

  @Test("accepts a map with a repeated key only under the well-formed profile, and returns no value for that key")
  func repeatedKeys() throws {
    // The key 23 occurs twice, once in two bytes and once in one. Both strict profiles refuse it.
    let input = bytes(hex: "a318176145176142016143")
    #expect(refusal(of: input, by: CBORDecoder(profile: .rfc8949))?.code == .duplicateKey)
    #expect(refusal(of: input, by: CBORDecoder(profile: .ctap2))?.code == .notShortestForm)
    let map = try #require(try CBORDecoder(profile: .wellFormed).decode(input).mapValue)
    #expect(map.hasRepeatedKeys)
    #expect(map[23] == nil)
    #expect(map[1] == "C")
    #expect(hex(CBOREncoder(profile: .deterministic).encode(.map(map))) == "a3016143176145176142")
  }

  @Test("refuses text that is not UTF-8 and two-byte simple values below 32 under every profile", arguments: ["630000a6", "f81c", "f81f"])
  func neverTaken(input: String) {
    for profile in [CBORDecoder.Profile.rfc8949, .ctap2, .wellFormed] {
      #expect(refusal(of: bytes(hex: input), by: CBORDecoder(profile: profile)) != nil)
    }
  }

  @Test("shortens a float only if its value stays the same")
  func floats() {
    func deterministic(_ number: Double) -> String { hex(CBOREncoder(profile: .deterministic).encode(.float(CBORFloat(number)))) }
    #expect(deterministic(1.5) == "f93e00")
    #expect(deterministic(5.960464477539063e-8) == "f90001")
    #expect(deterministic(-0.0) == "f98000")
    #expect(deterministic(65505) == "fa477fe100")
    #expect(deterministic(0.1) == "fb3fb999999999999a")
    #expect(hex(CBOREncoder(profile: .ctap2).encode(.float(CBORFloat(1.5)))) == "fb3ff8000000000000")
  }

  @Test("has no simple value that a well-formed item cannot contain")
  func simpleValues() {
    #expect(CBORSimple(19)?.number == 19)
    #expect(CBORSimple(20) == nil)
    #expect(CBORSimple(31) == nil)
    #expect(CBORSimple(32)?.number == 32)
  }
}
