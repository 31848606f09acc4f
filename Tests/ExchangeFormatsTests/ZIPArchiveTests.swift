// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import Foundation
import SecretMemory
import Testing

struct ZIPArchiveTests {
  // An archive without compression, built by hand so that each number in it can be changed.
  static func archive(_ files: [(name: String, content: [UInt8])], claim: (Int) -> Int = { $0 }, method: Int = 0) -> [UInt8] {
    func short(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8 & 255)] }
    func long(_ number: Int) -> [UInt8] { short(number & 0xFFFF) + short(number >> 16) }
    var (local, directory) = ([UInt8](), [UInt8]())
    for (name, content) in files {
      let sizes = long(method == 0 ? Int(crc32(content)) : 0) + long(content.count) + long(claim(content.count))
      let rest = short(20) + short(0x800) + short(method) + long(0) + sizes + short(name.utf8.count) + short(0)
      directory += [0x50, 0x4B, 1, 2] + short(20) + rest + short(0) + short(0) + short(0) + long(0) + long(local.count) + Array(name.utf8)
      local += [0x50, 0x4B, 3, 4] + rest + Array(name.utf8) + content
    }
    let end = short(files.count) + short(files.count) + long(directory.count) + long(local.count) + short(0)
    return local + directory + [0x50, 0x4B, 5, 6] + short(0) + short(0) + end
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }

  private static func content(_ name: String, in archive: [UInt8], atMost most: Int = 1 << 20) throws -> [UInt8]? {
    try archive.withUnsafeBytes { try ZIPArchive($0).content(name, atMost: most)?.withBytes { Array($0) } }
  }

  @Test func `files are found by name, and folders are ignored`() throws {
    let archive = Self.archive([("a/", []), ("a/ä.txt", Array("one".utf8)), ("data.json", Array("{}".utf8)), ("empty", [])])
    #expect(try archive.withUnsafeBytes { try ZIPArchive($0).names } == ["a/ä.txt", "data.json", "empty"])
    #expect(try Self.content("a/ä.txt", in: archive) == Array("one".utf8))
    #expect(try Self.content("data.json", in: archive) == Array("{}".utf8))
    #expect(try Self.content("empty", in: archive) == [])
    #expect(try Self.content("other", in: archive) == nil)
  }

  @Test func `a deflated file is extracted completely`() throws {
    // A megabyte of zeros, compressed with Python's zlib.
    let archive = try Array(Data(contentsOf: Samples.url("zip/zeros.zip")))
    #expect(try Self.content("zeros", in: archive) == [UInt8](repeating: 0, count: 1 << 20))
    #expect(throws: CredentialExchangeError(.overBounds)) { try Self.content("zeros", in: archive, atMost: 1 << 20 - 1) }
  }

  @Test func `a file that claims an impossible size is refused before memory is allocated`() {
    for claimed in [5000, 1 << 30, Int(UInt32.max) - 1] {
      let archive = Self.archive([("bomb", Array("abc".utf8))], claim: { _ in claimed }, method: 8)
      #expect(throws: CredentialExchangeError(.overBounds)) { try Self.content("bomb", in: archive, atMost: .max) }
    }
    // A file that is not compressed has the same length twice.
    let archive = Self.archive([("bomb", Array("abc".utf8))], claim: { _ in 2000 })
    #expect(throws: CredentialExchangeError.self) { try Self.content("bomb", in: archive) }
  }

  @Test func `the limit on the total size applies to all files together`() throws {
    let part = [UInt8](repeating: 7, count: 150_000)
    func names(_ count: Int) throws -> [String] {
      let archive = Self.archive((0..<count).map { ("\($0)", part) }, claim: { $0 * 1000 }, method: 8)
      return try archive.withUnsafeBytes { try ZIPArchive($0).names }
    }
    #expect(try names(7).count == 7)
    #expect(throws: CredentialExchangeError(.overBounds)) { try names(8) }
  }

  @Test func `a password-protected archive is distinguished from an unsupported variant`() throws {
    var archive = Self.archive([("codes.json", [1])])
    // The flag is in both headers (APPNOTE 6.3.10 §4.4.4, bit 0).
    let directory = try #require(archive.firstRange(of: [0x50, 0x4B, 0x01, 0x02] as [UInt8])).lowerBound
    archive[6] |= 1
    archive[directory + 8] |= 1
    #expect(throws: CredentialExchangeError(.sealedArchive)) { try Self.content("codes.json", in: archive) }
    #expect(throws: CredentialExchangeError(.sealedArchive)) { try archive.withUnsafeBytes { try PackedFiles($0) } }
  }

  @Test func `duplicate names, other compression methods and data of other formats are refused`() {
    let twice = Self.archive([("a", [1]), ("a", [2])])
    #expect(throws: CredentialExchangeError(.malformed)) { try Self.content("a", in: twice) }
    let packed = Self.archive([("a", [1])], method: 14)
    #expect(throws: CredentialExchangeError(.unsupportedVariant)) { try Self.content("a", in: packed) }
    #expect(throws: CredentialExchangeError(.malformed)) { try Self.content("a", in: []) }
    #expect(throws: CredentialExchangeError(.malformed)) { try Self.content("a", in: Array("PK\u{3}\u{4} and no more".utf8)) }
  }

  @Test func `a damaged archive gives the original file or an error, and a truncated one gives an error`() {
    let content = Array("the content of a file".utf8)
    let archive = Self.archive([("a", content)])
    for place in archive.indices {
      var damaged = archive
      damaged[place] ^= 0x10
      if let found = try? Self.content("a", in: damaged) { #expect(found == content) }
      #expect(throws: CredentialExchangeError.self) { try Self.content("a", in: Array(archive[..<place])) }
    }
  }
}
