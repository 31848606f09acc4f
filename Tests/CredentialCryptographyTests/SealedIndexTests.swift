// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import Testing

@Suite("The sealed index")
struct SealedIndexTests {
  struct File: Decodable {
    let transaction: UInt64
    let index: HexBytes
    let cases: [Case]
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let randomFrom: UInt64?
    let sealed: HexBytes
    let result: String
    var testDescription: String { id }
  }

  @Test(
    "opens or refuses each frozen index as its vector says",
    arguments: try VaultVectors.load(File.self, from: "index").cases)
  func vectors(vector: Case) throws {
    let file = try VaultVectors.load(File.self, from: "index")
    let root = PassphraseSlotTests.makeRoot()
    do {
      #expect(try SealedIndex.open(vector.sealed.bytes, root: root) == file.index.bytes)
      #expect(vector.result == "opens")
      #expect(SealedIndex.transaction(of: vector.sealed.bytes) == file.transaction)
    } catch {
      #expect(error.code.description == vector.result)
    }
    guard let start = vector.randomFrom else { return }
    var generator = CountingGenerator(from: start)
    #expect(try SealedIndex.seal(file.index.bytes, transaction: file.transaction, root: root, using: &generator) == vector.sealed.bytes)
  }

  @Test(
    "opens with any number of chunks and is refused if they are cut, swapped or repeated",
    arguments: [0, 1, 1 << 20, (1 << 20) + 1, 5 << 19])
  func chunks(byteCount: Int) throws {
    let root = PassphraseSlotTests.makeRoot()
    var generator = SystemRandomNumberGenerator()
    let index = [UInt8](repeating: 0x55, count: byteCount)
    let sealed = try SealedIndex.seal(index, transaction: 3, root: root, using: &generator)
    #expect(try SealedIndex.open(sealed, root: root) == index)
    let chunk = (1 << 20) + 16
    if sealed.count > 28 + chunk {
      let first = sealed[28..<28 + chunk]
      let damaged = [
        sealed.prefix(28) + first, sealed.prefix(28) + first + first + sealed.dropFirst(28 + chunk),
        sealed.prefix(28) + sealed.dropFirst(28 + chunk),
      ]
      for bytes in damaged {
        #expect(throws: CredentialCryptographyError.self) { try SealedIndex.open(Array(bytes), root: root) }
      }
    }
    #expect(throws: CredentialCryptographyError.self) { try SealedIndex.open(sealed, root: LocalRoot.generate(using: &generator)) }
  }
}
