// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes
import SecretMemory
import Testing

@Suite("Mutated set-up URLs")
struct MutationTests {
  /// The same sequence every time (SplitMix64).
  struct Repeatable: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  static let seeds = [
    "apple-otpauth://totp/Shop%20Example:ada@shop.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=6&period=30&issuer=shop.example",
    "otpauth://hotp/%E2%98%83%3Aada?secret=gezd-gnbv%20gy3t===&counter=18446744073709551615&algorithm=SHA-512&amp;digits=8",
    "otpauth://totp/Steam:x?secret=ABCDEFGHABCDEFGHABCDEFGH&encoder=steam&digits=5#x",
  ]

  @Test("are refused, or can be written and read again with the same values", arguments: seeds)
  func mutations(_ seed: String) throws {
    var generator = Repeatable(state: UInt64(seed.utf8.count))
    let alphabet = Array("%&=?:/#+ \u{0}\u{7F}\u{FF}0189AZaz2=".utf8)
    for _ in 0..<3000 {
      var input = Array(seed.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let position = Int.random(in: 0..<input.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: input[position] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: input.insert(alphabet.randomElement(using: &generator) ?? 0, at: position)
        case 2: input.remove(at: position)
        default: input.removeSubrange(position...)
        }
        if input.isEmpty { break }
      }
      guard let read = input.withUnsafeBytes({ try? SetupURL(parsing: $0) }) else { continue }
      let again = try SetupURL(parsing: text(read.formatted()))
      #expect(again.label == read.label)
      #expect(again.account == read.account)
      #expect(again.issuer == read.issuer)
      #expect(again.parameters.form == read.parameters.form)
      #expect(again.parameters.digits == read.parameters.digits)
      #expect(bytes(again.parameters.secret) == bytes(read.parameters.secret))
    }
  }
}
