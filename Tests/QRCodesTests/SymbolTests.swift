// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import QRCodes
import SecretMemory
import Testing

/// Encodes text, by default at the default error correction.
func symbol(_ text: String, _ errorCorrection: QRSymbol.ErrorCorrection = .medium) throws -> QRSymbol {
  try QRSymbol(encoding: SecretBytes(copying: text.utf8), errorCorrection: errorCorrection)
}

/// Returns the code of the error that `body` throws, or nil if it throws none.
func refusal(_ body: () throws -> some Any) -> QRCodesError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? QRCodesError)?.code
  }
}

@Suite("A QR symbol")
struct SymbolTests {
  @Test("has the smallest version that holds the bytes")
  func smallest() throws {
    // ISO/IEC 18004 table 7, level M, byte mode: the maximum of versions 1, 2, 9, 10 and 40.
    for (bytes, version) in [(14, 1), (15, 2), (26, 2), (27, 3), (180, 9), (181, 10), (213, 10), (2331, 40)] {
      let made = try symbol(String(repeating: "a", count: bytes))
      #expect(made.version == version, "\(bytes) bytes")
      #expect(made.size == 17 + 4 * version)
    }
  }

  @Test("holds exactly as many bytes as its error correction allows", arguments: QRSymbol.ErrorCorrection.allCases)
  func limits(errorCorrection: QRSymbol.ErrorCorrection) throws {
    let largest = try symbol(String(repeating: "a", count: errorCorrection.byteLimit), errorCorrection)
    #expect(largest.version == 40)
    #expect(refusal { try symbol(String(repeating: "a", count: errorCorrection.byteLimit + 1), errorCorrection) } == .tooLong)
  }

  @Test("is not made from empty input")
  func empty() {
    #expect(refusal { try symbol("") } == .nothingToEncode)
  }

  @Test("has its three finder patterns with light modules around them")
  func finders() throws {
    let made = try symbol("otpauth://totp/Example")
    let last = made.size - 1
    for (row, column) in [(0, 0), (0, last - 6), (last - 6, 0)] {
      let ring = (0..<7).map { made.isDark(row: row, column: column + $0) }
      #expect(ring == Array(repeating: true, count: 7))
      #expect(!made.isDark(row: row + 1, column: column + 1))
      #expect(made.isDark(row: row + 3, column: column + 3))
    }
    #expect(!made.isDark(row: 7, column: 7))
    #expect(!made.isDark(row: -1, column: 0))
    #expect(!made.isDark(row: 0, column: made.size))
  }

  @Test("states its error correction in its format bits", arguments: zip(QRSymbol.ErrorCorrection.allCases, [0b01, 0b00, 0b11, 0b10]))
  func formatBits(errorCorrection: QRSymbol.ErrorCorrection, bits: Int) throws {
    let made = try symbol("otpauth://totp/Example", errorCorrection)
    // ISO/IEC 18004 §7.9: the two highest bits are left of the upper left finder, under a mask that begins with 10.
    let read = (made.isDark(row: 8, column: 0) ? 2 : 0) + (made.isDark(row: 8, column: 1) ? 1 : 0)
    #expect(read ^ 0b10 == bits)
  }
}
