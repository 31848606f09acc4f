// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import Testing

@Suite("The witness file")
struct SealedRevisionsTests {
  struct File: Decodable {
    let account: HexBytes
    let device: HexBytes
    let cases: [Case]
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let file: HexBytes
    let number: UInt64
    let result: String
    var testDescription: String { id }
  }

  @Test(
    "gives the list or the refusal that each frozen file's vector says",
    arguments: try VaultVectors.load(File.self, from: "witness").cases)
  func vectors(vector: Case) throws {
    let file = try VaultVectors.load(File.self, from: "witness")
    let account = try #require(AccountIdentifier(file.account.bytes))
    let device = try #require(DeviceIdentifier(file.device.bytes))
    let root = PassphraseSlotTests.makeRoot()
    do throws(CredentialCryptographyError) {
      let list = try SealedRevisions.open(vector.file.bytes, root: root, account: account, device: device)
      #expect(vector.result == "opens")
      #expect(SealedRevisions.number(of: vector.file.bytes) == vector.number)
      var generator = CountingGenerator(from: 32)
      let sealed = try SealedRevisions.seal(list, number: vector.number, root: root, account: account, device: device, using: &generator)
      #expect(sealed == vector.file.bytes)
    } catch {
      #expect(vector.result == error.code.description)
    }
  }
}
