// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Foundation
import Testing

@Suite("The examples of RFC 8949")
struct CBORVectorTests {
  struct Accepted: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let hex: String
    let deterministic: String
    let ctap2: Bool
    let refusal: String?
    var testDescription: String { id }
  }

  struct Refused: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let hex: String
    let rfc8949: String?
    let ctap2: String?
    var testDescription: String { id }
  }

  static func rows<Row: Decodable>(_ name: String) throws -> [Row] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors/cbor/\(name).json")
    return try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))
  }

  @Test("of appendix A are decoded and encoded deterministically", arguments: try rows("appendix-a") as [Accepted])
  func appendixA(row: Accepted) throws {
    let value = try CBORDecoder(profile: .rfc8949).decode(bytes(hex: row.hex))
    #expect(hex(CBOREncoder(profile: .deterministic).encode(value)) == row.deterministic)
  }

  @Test(
    "of appendix A re-encode to the same bytes under CTAP2 rules if they are canonical, and are refused otherwise",
    arguments: try rows("appendix-a") as [Accepted])
  func ctap2(row: Accepted) throws {
    let decoder = CBORDecoder(profile: .ctap2)
    if row.ctap2 {
      #expect(hex(CBOREncoder(profile: .ctap2).encode(try decoder.decode(bytes(hex: row.hex)))) == row.hex)
    } else {
      let error = #expect(throws: CanonicalCBORError.self) { try decoder.decode(bytes(hex: row.hex)) }
      #expect(error?.code.description == row.refusal)
    }
  }

  @Test("that are not well-formed or not valid are refused with the expected reason", arguments: try rows("refused") as [Refused])
  func refused(row: Refused) throws {
    let input = bytes(hex: row.hex)
    if let code = row.rfc8949 {
      let error = #expect(throws: CanonicalCBORError.self) { try CBORDecoder(profile: .rfc8949).decode(input) }
      #expect(error?.code.description == code)
    } else {
      #expect(throws: Never.self) { try CBORDecoder(profile: .rfc8949).decode(input) }
    }
    let canonical = #expect(throws: CanonicalCBORError.self) { try CBORDecoder(profile: .ctap2).decode(input) }
    if let code = row.ctap2 { #expect(canonical?.code.description == code) }
  }
}

func bytes(hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
