// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Testing

@Suite("The chosen idle time")
struct IdleTimeTests {
  struct File: Decodable {
    let cases: [Case]
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let file: HexBytes
    let result: String
    let seconds: Int?
    var testDescription: String { id }
  }

  @Test("is read from each frozen file as its vector says", arguments: try VaultVectors.load(File.self, from: "idle-times").cases)
  func vectors(vector: Case) throws {
    let root = PassphraseSlotTests.makeRoot()
    #expect(IdleTime(decoding: vector.file.bytes, under: root)?.seconds == vector.seconds)
    if let seconds = vector.seconds { #expect(IdleTime(seconds: seconds, under: root)?.bytes == vector.file.bytes) }
  }

  @Test("is between one minute and twelve hours", arguments: [59, 0, -60, 43_201, .max])
  func bounds(seconds: Int) { #expect(IdleTime(seconds: seconds, under: PassphraseSlotTests.makeRoot()) == nil) }
}
