// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import Testing

@Suite("The chunk cipher for attached files")
struct BlobCipherTests {
  struct File: Decodable {
    let contentKey: HexBytes
    let cases: [Case]
    let long: [Case]
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let blob: HexBytes
    let length: Int
    let chunks: [HexBytes]?
    let chunkDigests: [HexBytes]?
    let result: String
    var testDescription: String { id }
  }

  private static func load() throws -> File { try VaultVectors.load(File.self, from: "blobs") }

  /// The content of the vectors' blobs.
  private static func pattern(_ length: Int) -> [UInt8] { (0..<length).map { UInt8($0 * 31 % 251) } }

  private static func cipher(_ byteCount: Int, _ blob: [UInt8] = [UInt8](repeating: 7, count: 16)) throws -> BlobCipher {
    BlobCipher(contentKey: SharedSecret(copying: try load().contentKey.bytes), blob: try #require(BlobName(blob)), byteCount: byteCount)
  }

  private static func seal(_ content: [UInt8], with cipher: BlobCipher) throws -> [[UInt8]] {
    var start = 0
    return try (0..<cipher.shape.chunkCount).map { number in
      let end = start + cipher.shape.contentByteCount(ofChunk: number)
      defer { start = end }
      return try cipher.seal(SharedSecret(copying: content[start..<end]), asChunk: number)
    }
  }

  @Test("opens or refuses each frozen blob as its vector says", arguments: try load().cases)
  func vectors(vector: Case) throws {
    let cipher = try Self.cipher(vector.length, vector.blob.bytes)
    let chunks = try #require(vector.chunks)
    #expect(chunks.count == cipher.shape.chunkCount)
    do {
      var content: [UInt8] = []
      for (number, chunk) in chunks.enumerated() { try cipher.open(chunk.bytes, asChunk: number).withBytes { content += Array($0) } }
      #expect(vector.result == "opens")
      #expect(content == Self.pattern(vector.length))
      #expect(try Self.seal(content, with: cipher) == chunks.map(\.bytes))
    } catch let error as CredentialCryptographyError {
      #expect(error.code.description == vector.result)
    }
  }

  @Test("encrypts each frozen long blob to the same bytes and decrypts them again", arguments: try load().long)
  func longVectors(vector: Case) throws {
    let cipher = try Self.cipher(vector.length, vector.blob.bytes)
    let content = Self.pattern(vector.length)
    let chunks = try Self.seal(content, with: cipher)
    let digests = chunks.map { chunk in
      var digest = ContentDigest()
      digest.update(SharedSecret(copying: chunk))
      return digest.bytes
    }
    #expect(digests == vector.chunkDigests?.map(\.bytes))
    var opened: [UInt8] = []
    for (number, chunk) in chunks.enumerated() { try cipher.open(chunk, asChunk: number).withBytes { opened += Array($0) } }
    #expect(opened == content)
  }

  @Test("detects a chunk that is swapped, repeated, truncated, extended, from another file or under another key")
  func altered() throws {
    let cipher = try Self.cipher(200_000)
    let chunks = try Self.seal(Self.pattern(200_000), with: cipher)
    #expect(chunks.count == 4)
    for (number, chunk) in chunks.enumerated() {
      for other in chunks.indices where other != number {
        #expect(throws: CredentialCryptographyError.self) { _ = try cipher.open(chunk, asChunk: other) }
      }
      #expect(throws: CredentialCryptographyError.self) { _ = try cipher.open(Array(chunk.dropLast()), asChunk: number) }
      #expect(throws: CredentialCryptographyError.self) { _ = try cipher.open(chunk + [0], asChunk: number) }
      #expect(throws: CredentialCryptographyError.self) {
        _ = try Self.cipher(200_000, [UInt8](repeating: 8, count: 16)).open(chunk, asChunk: number)
      }
    }
    #expect(throws: CredentialCryptographyError.self) { _ = try cipher.open(chunks[0], asChunk: 4) }
    // If a file is cut after a complete chunk, the last-chunk marker is on the wrong chunk.
    #expect(throws: CredentialCryptographyError.self) { _ = try Self.cipher(65_535).open(chunks[0], asChunk: 0) }
    #expect(throws: CredentialCryptographyError.self) { _ = try cipher.seal(SharedSecret(copying: [1]), asChunk: 0) }
  }

  @Test(
    "reveals no more of a file's length than the padded length",
    arguments: [(0, 1040), (1023, 1040), (1024, 2064), (60_000, 61_456), (60_500, 61_456)])
  func padding(byteCount: Int, stored: Int) throws {
    #expect(try Self.seal(Self.pattern(byteCount), with: try Self.cipher(byteCount)).map(\.count) == [stored])
  }
}
