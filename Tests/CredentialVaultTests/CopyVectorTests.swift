// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import Foundation
import Testing

@Suite("Frozen vault copies")
struct CopyVectorTests {
  struct File: Decodable {
    let cases: [Case]
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let file: String
    let result: String
    let made: Double
    let reason: UInt64
    let transaction: UInt64
    let records: Int
    var testDescription: String { id }
  }

  private static func load() throws -> File {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: root.appending(path: "Vectors/vault/copies.json")))
  }

  @Test("describe themselves or are refused as their vector says", arguments: try load().cases)
  func vectors(vector: Case) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "passfold-copy-" + UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: path) }
    let digits = vector.file.compactMap(\.hexDigitValue)
    try Data(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }).write(to: path)
    let refusal = code {
      let copy = try VaultCopy(readingHeadOf: path.path)
      try copy.verify()
      #expect(copy.made == Date(timeIntervalSince1970: vector.made / 1000))
      #expect(copy.reason == VaultCopy.Reason(rawValue: vector.reason))
      #expect(copy.transactionNumber == vector.transaction && copy.recordCount == vector.records)
    }
    #expect(refusal?.description ?? "opens" == vector.result)
  }
}
