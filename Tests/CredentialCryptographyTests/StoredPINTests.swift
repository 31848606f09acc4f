// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import Testing

@Suite("The stored PIN")
struct StoredPINTests {
  struct File: Decodable {
    let account: HexBytes
    let device: HexBytes
    let cases: [Case]
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let pin: String
    let file: HexBytes
    let randomFrom: UInt64?
    let result: String
    var testDescription: String { id }
  }

  private static func whose() throws -> (account: AccountIdentifier, device: DeviceIdentifier) {
    let file = try VaultVectors.load(File.self, from: "pins")
    return (try #require(AccountIdentifier(file.account.bytes)), try #require(DeviceIdentifier(file.device.bytes)))
  }

  @Test("is opened or refused in each frozen file as its vector says", arguments: try VaultVectors.load(File.self, from: "pins").cases)
  func vectors(vector: Case) throws {
    let (account, device) = try Self.whose()
    var result = "opens"
    do throws(CredentialCryptographyError) {
      _ = try StoredPIN(decoding: vector.file.bytes).key(under: PassphraseSlotTests.makeRoot(), account: account, device: device)
    } catch {
      result = error.code.description
    }
    #expect(result == vector.result)
  }

  @Test(
    "has the same bytes for the same randomness and does not open under another root",
    arguments: try VaultVectors.load(File.self, from: "pins").cases.filter { $0.randomFrom != nil })
  func resealing(vector: Case) throws {
    let (account, device) = try Self.whose()
    var generator = CountingGenerator(from: try #require(vector.randomFrom))
    let stored = try StoredPIN(
      SecretBytes(copying: vector.pin.utf8), under: PassphraseSlotTests.makeRoot(), account: account, device: device, cost: .floor,
      using: &generator)
    #expect(stored.encoded == vector.file.bytes)
    let other = LocalRoot.generate(using: &generator)
    #expect(throws: CredentialCryptographyError.self) { try stored.key(under: other, account: account, device: device) }
  }
}
