// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Testing

@Suite("The stored choice to unlock with a finger")
struct FingerChoiceTests {
  struct File: Decodable {
    let cases: [Case]
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let file: HexBytes
    let result: String
    var testDescription: String { id }
  }

  @Test("is accepted or refused in each frozen file as its vector says", arguments: try VaultVectors.load(File.self, from: "fingers").cases)
  func vectors(vector: Case) throws {
    let isChosen = FingerChoice(decoding: vector.file.bytes).isChosen(under: PassphraseSlotTests.makeRoot())
    #expect(isChosen == (vector.result == "opens"))
  }
}
