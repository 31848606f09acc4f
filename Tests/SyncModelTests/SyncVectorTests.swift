// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import SyncModel
import Testing

@Suite("Frozen commits and checkpoints (docs/formats/sync.md)")
struct SyncVectorTests {
  struct Commits: Decodable {
    let logs: [String: [String]]
    let cases: [Case]
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let log: String
    let commits: [String]
    let device: String?
    let reads: UInt64?
    let result: String
    let head: String?
    let root: Root?
    var testDescription: String { id }
  }
  struct Checkpoints: Decodable {
    let log: [String]
    let cases: [CheckpointCase]
    let trees: [Tree]?
  }
  struct CheckpointCase: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let known: [String]
    let headers: [String]?
    let versions: [Version]?
    let result: String
    let head: String?
    let root: Root?
    var testDescription: String { id }
  }
  struct Tree: Decodable {
    let count: Int
    let root: String
  }
  /// `[count, root]`.
  struct Root: Decodable, Sendable, Equatable {
    let count: UInt64
    let hash: String

    init(from decoder: any Decoder) throws {
      var parts = try decoder.unkeyedContainer()
      count = try parts.decode(UInt64.self)
      hash = try parts.decode(String.self)
    }
  }
  /// `[name, revision, purpose, bodyHash, author, number]`.
  struct Version: Decodable, Sendable {
    let value: RecordVersion

    init(from decoder: any Decoder) throws {
      var parts = try decoder.unkeyedContainer()
      let name = try parts.decode(String.self)
      let revision = try parts.decode(UInt64.self)
      let purpose = try parts.decode(UInt8.self)
      let bodyHash = try parts.decode(String.self)
      let author = try parts.decode(String.self)
      let number = try parts.decode(UInt64.self)
      let item = CommitItem(
        record: try #require(RecordName(SyncVectorTests.bytes(name))), revision: revision,
        purpose: try #require(RecordPurpose(rawValue: purpose)),
        bodyHash: SyncVectorTests.bytes(bodyHash))
      value = RecordVersion(item: item, author: try #require(DeviceIdentifier(SyncVectorTests.bytes(author))), number: number)
    }
  }

  private static func load<File: Decodable>(_ type: File.Type, from name: String) throws -> File {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try JSONDecoder().decode(type, from: Data(contentsOf: root.appending(path: "Vectors/sync/\(name).json")))
  }

  fileprivate static func bytes(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  private static func log(_ entries: [String]) throws -> MembershipLog {
    try MembershipLog(verifying: entries.map { try MembershipLogEntry(decoding: bytes($0)) })
  }

  private static func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

  private func expect(_ chain: CommitChain, endsAt head: String?, with root: Root?) {
    #expect(Self.hex(chain.head.hash) == head)
    #expect(chain.root.count == root?.count)
    #expect(Self.hex(chain.root.hash) == root?.hash)
  }

  @Test(
    "each frozen chain of commits gives the head or the verdict of its vector",
    arguments: try ["commits", "formats"].flatMap { file in try load(Commits.self, from: file).cases.map { (file, $0) } })
  func commits(file: String, vector: Case) throws {
    let log = try Self.log(try #require(try Self.load(Commits.self, from: file).logs[vector.log]))
    var chain = CommitChain(account: log.account)
    let device = vector.device.flatMap { DeviceIdentifier(Self.bytes($0)) }
    let own = OwnDevice(try #require(device ?? DeviceIdentifier([UInt8](repeating: 0, count: 16))), highestFormat: vector.reads ?? 1)
    let error = refusal {
      for bytes in vector.commits.map(Self.bytes) {
        let commit = try Commit(decoding: bytes)
        #expect(commit.encoded == bytes)
        try chain.follow(commit, log: log, as: own)
      }
    }
    #expect((error?.code.description ?? "opens") == vector.result)
    if error == nil { expect(chain, endsAt: vector.head, with: vector.root) }
  }

  @Test(
    "each frozen checkpoint gives the head or the verdict of its vector",
    arguments: try ["checkpoints", "forgetting"].flatMap { file in try load(Checkpoints.self, from: file).cases.map { (file, $0) } })
  func checkpoints(file: String, vector: CheckpointCase) throws {
    let log = try Self.log(try Self.load(Checkpoints.self, from: file).log)
    var chain = CommitChain(account: log.account)
    let own = OwnDevice(try #require(DeviceIdentifier([UInt8](repeating: 0, count: 16))))
    let error = refusal {
      for bytes in vector.known.map(Self.bytes) {
        let commit = try Commit(decoding: bytes)
        #expect(commit.encoded == bytes)
        try chain.follow(commit, log: log, as: own)
      }
      guard let served = vector.headers, let versions = vector.versions else { return }
      let headers = try served.map { try SignedCommitHeader(decoding: Self.bytes($0)) }
      #expect(headers.map(\.encoded) == served.map(Self.bytes))
      try chain.follow(headers, to: versions.map(\.value), log: log, as: own)
    }
    #expect((error?.code.description ?? "opens") == vector.result)
    if error == nil { expect(chain, endsAt: vector.head, with: vector.root) }
  }

  @Test("each frozen tree gives its root")
  func trees() throws {
    let author = try #require(DeviceIdentifier([UInt8](repeating: 0, count: 16)))
    for tree in try #require(try Self.load(Checkpoints.self, from: "checkpoints").trees) {
      let versions = try (0..<tree.count).map { number in
        let name = [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 0, count: 14)
        let item = CommitItem(
          record: try #require(RecordName(name)), revision: 1, purpose: .record, bodyHash: [UInt8](repeating: 0, count: 32))
        return RecordVersion(item: item, author: author, number: 1)
      }
      #expect(Self.hex(CheckpointRoot(over: versions).hash) == tree.root)
    }
  }
}
