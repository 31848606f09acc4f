// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SecretMemory
import Testing

@Suite("The passphrase slot")
struct PassphraseSlotTests {
  struct File: Decodable { let cases: [Case] }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let passphrase: String
    let device: HexBytes
    let randomFrom: UInt64?
    let slot: HexBytes
    let result: String
    var testDescription: String { id }
  }

  /// The root of every slot in the file: bytes 0 to 31.
  static func makeRoot() -> LocalRoot {
    var generator = CountingGenerator(from: 0)
    return LocalRoot.generate(using: &generator)
  }

  @Test(
    "opens or refuses each frozen slot as its vector says",
    arguments: try VaultVectors.load(File.self, from: "slots").cases)
  func vectors(vector: Case) throws {
    let device = try #require(DeviceIdentifier(vector.device.bytes))
    var root: LocalRoot?
    var result = "opens"
    do {
      let value = try CBORDecoder(profile: .ctap2).decode(vector.slot.bytes)
      guard case .map(let fields) = value else { throw CancellationError() }
      root = try PassphraseSlot(fields: fields).open(passphrase: SecretBytes(copying: vector.passphrase.utf8), device: device)
    } catch let error as CredentialCryptographyError {
      result = error.code.description
    }
    #expect(result == vector.result)
    guard let root else { return }
    // A root reveals no bytes, so the test compares what it encrypts.
    var here = CountingGenerator(from: 0)
    var there = here
    let expected = try SealedIndex.seal([1], transaction: 1, root: Self.makeRoot(), using: &there)
    #expect(try SealedIndex.seal([1], transaction: 1, root: root, using: &here) == expected)
  }

  @Test(
    "is encrypted to the same bytes from the same randomness",
    arguments: try VaultVectors.load(File.self, from: "slots").cases.filter { $0.randomFrom != nil })
  func resealing(vector: Case) throws {
    let device = try #require(DeviceIdentifier(vector.device.bytes))
    var generator = CountingGenerator(from: try #require(vector.randomFrom))
    let slot = try PassphraseSlot(
      sealing: Self.makeRoot(), passphrase: SecretBytes(copying: vector.passphrase.utf8), device: device,
      cost: vector.id == "standard-cost" ? KeyDerivationCost(memoryKiB: 262_144, passes: 3, lanes: 4) : .floor, using: &generator)
    #expect(CBOREncoder(profile: .deterministic).encode(.map(slot.fields)) == vector.slot.bytes)
  }

  @Test("refuses a passphrase that is not UTF-8")
  func notUTF8() throws {
    var generator = CountingGenerator(from: 0)
    let device = DeviceIdentifier.random(using: &generator)
    #expect(throws: CredentialCryptographyError.self) {
      try PassphraseSlot(
        sealing: Self.makeRoot(), passphrase: SecretBytes(copying: [0xC3, 0x28]), device: device, cost: .floor, using: &generator)
    }
  }

  @Test("accepts costs from 64 MiB, 3 passes and 4 lanes to 2 GiB, 10 passes and 16 lanes")
  func costBounds() throws {
    #expect(try KeyDerivationCost(memoryKiB: 65_536, passes: 3, lanes: 4) == .floor)
    #expect(try KeyDerivationCost(memoryKiB: 2_097_152, passes: 10, lanes: 16) == .ceiling)
  }
}
