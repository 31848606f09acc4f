// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes
import SecretMemory
import Testing

@Suite("RFC 4648 §6: Base32")
struct Base32Tests {
  static let vectors = [
    ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
  ]

  @Test("the RFC's examples are encoded and decoded", arguments: vectors)
  func examples(_ plain: String, _ encoded: String) throws {
    #expect(try text(Base32.decode(encoded)) == plain)
    let written = Array(plain.utf8).withUnsafeBytes { text(Base32.encode($0)) }
    #expect(text(Base32.encode(Array(plain.utf8).span.bytes)) == written)
    #expect(written == encoded)
  }

  @Test(
    "spaces, dashes, lower case, padding and line breaks are tolerated",
    arguments: ["MZXW 6YTB OI", "MZXW-6YTB-OI", "mzxw6ytboi", "MZXW6YTBOI======", "MZXW6YTBOI=", " mzxw\n6ytb\toi = "])
  func leniencies(_ encoded: String) throws {
    #expect(try text(Base32.decode(encoded)) == "foobar")
  }

  @Test("unused last bits that are not zero are tolerated, and written as zero")
  func unusedBits() throws {
    #expect(try text(Base32.decode("MZ")) == "f")
  }

  @Test("an error names the digit 0, 1, 8 or 9 and its position", arguments: ["0", "1", "8", "9"])
  func lookAlikes(_ digit: Character) throws {
    let error = #expect(throws: OneTimeCodesError.self) { _ = try Base32.decode("MZ X\(digit)6YTB") }
    #expect(error?.code == .secretNotBase32)
    #expect(error?.position == 4)
    #expect(error?.character == digit)
  }

  @Test("an error names a multi-byte character as a whole")
  func otherScripts() throws {
    let error = #expect(throws: OneTimeCodesError.self) { _ = try Base32.decode("MZé") }
    #expect(error?.position == 2)
    #expect(error?.character == "é")
  }

  @Test("characters after padding, commas and full stops are refused", arguments: ["MZ==XW", "MZ,XW", "MZ.XW"])
  func refusals(_ encoded: String) {
    #expect(code { _ = try Base32.decode(encoded) } == .secretNotBase32)
  }

  @Test("a length that does not correspond to whole bytes is refused", arguments: ["M", "MZX", "MZXW6Y"])
  func incomplete(_ encoded: String) {
    #expect(code { _ = try Base32.decode(encoded) } == .secretIncomplete)
  }

  @Test("an empty text is a missing secret", arguments: ["", "  ", "=="])
  func empty(_ encoded: String) {
    #expect(code { _ = try Base32.decode(encoded) } == .missingSecret)
  }

  @Test("decoding an encoded secret returns the same bytes at every length")
  func roundTrip() throws {
    for length in 1...80 {
      let plain = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
      let decoded = try plain.withUnsafeBytes { try Base32.decode(text(Base32.encode($0))).withBytes { Array($0) } }
      #expect(decoded == plain)
    }
  }
}
