// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Foundation
import SecretMemory
import SyncFolder
import SyncModel
import Testing

/// A temporary folder, and the object that answers requests by it.
final class TestFolder {
  let url: URL
  private(set) var folder: SyncFolder
  private let environment: FolderEnvironment
  private var writings = 0
  /// Whether written files get a new modification time.
  var ticks = true

  init(environment: FolderEnvironment = .live) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "sync-folder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    self.environment = environment
    folder = SyncFolder(path: url.path, environment: environment)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Forgets everything, as after a restart of the program.
  func restart(for account: AccountIdentifier? = nil) {
    folder = SyncFolder(path: url.path, environment: environment)
    if let account { _ = ask("POST", "/v1/session", session(account)) }
  }

  func ask(_ method: String, _ path: String, _ body: [UInt8] = []) -> Reply {
    let (status, body) = folder.answer(method, path, body)
    return Reply(status: status, body: body)
  }

  /// The paths of all files, relative to the folder.
  var files: [String] {
    let found = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    return found.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: url.appending(path: path).path, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  func content(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appending(path: path))) }

  func put(_ content: [UInt8], at path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content).write(to: file)
    // Each write gets a later time, as with a real carrier.
    writings += 1
    if ticks {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_800_000_000 + Double(writings))], ofItemAtPath: file.path)
    }
  }

  /// Copies the files that are missing here.
  func receive(from other: TestFolder, where isCarried: (String) -> Bool = { _ in true }) throws {
    let present = Set(files)
    for path in other.files where !present.contains(path) && isCarried(path) { try put(try other.content(of: path), at: path) }
  }

  /// All answers to devices, for comparison.
  func picture() -> [String] {
    ["/v1/log", "/v1/changes", "/v1/changes?limit=2", "/v1/checkpoint", "/v1/events"].map {
      let reply = ask("GET", $0)
      return "\($0) \(reply.status) \(reply.body.count) \(sha256(reply.body).prefix(8))"
    }
  }
}

struct Reply {
  let status: Int
  let body: [UInt8]

  var map: CBORMap {
    guard case .map(let map)? = try? CBORDecoder(profile: .rfc8949).decode(body) else { return CBORMap() }
    return map
  }
  var code: String? {
    guard status >= 400, case .text(let code)? = map[.unsigned(1)] else { return nil }
    return code
  }
  func bytes(_ key: UInt64) throws -> [UInt8] { try byteString(map[.unsigned(key)]) }
  func array(_ key: UInt64) throws -> [CBORValue] { try #require(map[.unsigned(key)]?.arrayValue) }
  func number(_ key: UInt64) throws -> UInt64 { UInt64(try #require(map[.unsigned(key)]?.integerValue)) }
  func position(_ key: UInt64) throws -> CommitPosition { try Self.position(array(key)) }
  var isMore: Bool { map[.unsigned(2)] == .boolean(true) }

  private static func position(_ parts: [CBORValue]) throws -> CommitPosition {
    try #require(parts.count == 2)
    return CommitPosition(number: UInt64(try integer(parts[0])), hash: try byteString(parts[1]))
  }
}

func byteString(_ value: CBORValue?) throws -> [UInt8] { try #require(value?.bytesValue) }

func integer(_ value: CBORValue?) throws -> UInt64 { UInt64(try #require(value?.integerValue)) }

func encode(_ map: CBORMap) -> [UInt8] { CBOREncoder(profile: .deterministic).encode(.map(map)) }

func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

func session(_ account: AccountIdentifier) -> [UInt8] {
  let zeroes = [UInt8](repeating: 0, count: 64)
  return encode([
    1: .bytes(account.bytes), 2: .bytes(Array(zeroes.prefix(16))), 3: .bytes(Array(zeroes.prefix(32))), 4: .unsigned(0), 5: .bytes(zeroes),
  ])
}

/// A device of an account: its verified state and what it would write.
struct Device {
  private(set) var epochKey: EpochKey
  var log: MembershipLog
  let author: LogAuthor
  private(set) var chain: CommitChain
  private(set) var envelopes: [RecordName: (number: UInt64, envelope: RecordEnvelope)] = [:]
  private(set) var cursor: [UInt8]?
  private var clock: UInt64 = 1_790_000_000_000 << 16
  private var generator = SystemRandomNumberGenerator()

  var account: AccountIdentifier { log.account }

  /// Creates the first device of a new account.
  init() throws {
    var generator = SystemRandomNumberGenerator()
    let recovery = try RecoveryKey.generate(using: &generator)
    author = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    epochKey = EpochKey.generate(epoch: 1, using: &generator)
    log = try MembershipLog.found(
      device: author.member, keys: author.keys, recovery: recovery.memberKeys.publicKeys, epochKey: epochKey,
      createdMilliseconds: 1_790_000_000_000, using: &generator)
    chain = CommitChain(account: log.account)
  }

  /// Creates a device that has just become a member and has read nothing.
  init(_ author: LogAuthor, in log: MembershipLog, with epochKey: EpochKey) {
    self.author = author
    self.log = log
    self.epochKey = epochKey
    chain = CommitChain(account: log.account)
  }

  /// Another device of the account, which only reads.
  static func joining(_ other: Device) throws -> Device { Device(other.author, in: other.log, with: other.epochKey) }

  var founding: [UInt8] {
    encode([1: .bytes(account.bytes), 2: .array(log.entries.prefix(2).map { .bytes($0.encoded) })])
  }

  var seeing: LogAuthor { LogAuthor(author.member, author.keys, seeing: chain.head.hash) }

  /// Admits another device; its entry must still be appended.
  mutating func admit() throws -> Device {
    let device = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    log = try log.adding(device, named: "", epochKey: epochKey, by: seeing, using: &generator)
    return Device(device, in: log, with: epochKey)
  }

  mutating func rotate(removing devices: [DeviceIdentifier] = []) throws {
    let next = EpochKey.generate(epoch: epochKey.epoch + 1, using: &generator)
    log = try log.rotating(from: epochKey, to: next, removing: devices, by: seeing, using: &generator)
    epochKey = next
  }

  var lastEntry: [UInt8] { encode([1: .bytes(log.entries.last?.encoded ?? [])]) }

  static func record(_ number: Int) throws -> RecordName {
    try #require(RecordName([UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 0, count: 14)))
  }

  mutating func seal(_ text: String, as record: Int) throws -> RecordEnvelope {
    let name = try Self.record(record)
    return try epochKey.seal(
      SecretBytes(copying: text.utf8),
      as: RecordFacts(
        purpose: .record, account: account, record: name, revision: chain.nextRevision(of: name), author: author.member, clock: clock,
        schema: 1), using: &generator)
  }

  func rewrap(_ envelope: RecordEnvelope, from former: EpochKey) throws -> RecordEnvelope {
    var generator = SystemRandomNumberGenerator()
    return try epochKey.rewrap(envelope, from: former, account: account, record: envelope.facts.record, using: &generator)
  }

  /// The next commit, in the form in which it is pushed.
  mutating func push(_ changes: [Int: String] = [:]) throws -> (body: [UInt8], position: CommitPosition) {
    let (body, commit) = try unheard(changes)
    return (body, commit.position)
  }

  /// A commit that is not pushed.
  mutating func unheard(_ changes: [Int: String]) throws -> (body: [UInt8], commit: Commit) {
    clock += 1 << 16
    let envelopes = try changes.sorted { $0.key < $1.key }.map { try seal($0.value, as: $0.key) }
    let commit = try chain.makeCommit(of: envelopes.map(CommitItem.init), by: author, log: log, clock: clock)
    return (Self.body(commit, envelopes), commit)
  }

  /// A commit that erases a record, in the form in which it is pushed.
  mutating func erasure(of record: Int) throws -> [UInt8] {
    clock += 1 << 16
    let name = try Self.record(record)
    let envelope = try epochKey.seal(
      SecretBytes(copying: []),
      as: RecordFacts(
        purpose: .tombstone, account: account, record: name, revision: chain.nextRevision(of: name), author: author.member, clock: clock,
        schema: 1), using: &generator)
    return Self.body(try chain.makeCommit(of: [CommitItem(envelope)], by: author, log: log, clock: clock), [envelope])
  }

  mutating func wait(days: UInt64) { clock += days * 86_400_000 << 16 }

  /// Raises the format floor; its entry must still be appended.
  mutating func raiseFloor(to format: UInt64) throws { log = try log.raisingFloor(to: format, by: seeing) }

  mutating func follow(_ commit: Commit) throws {
    try chain.follow(commit, log: log, as: OwnDevice(author.member, inFlight: [commit.position.hash]))
  }

  mutating func checkpoint() throws -> (body: [UInt8], position: CommitPosition) {
    clock += 1 << 16
    let commit = try chain.makeCheckpoint(by: author, log: log, clock: clock)
    return (Self.body(commit, []), commit.position)
  }

  static func body(_ commit: Commit, _ envelopes: [RecordEnvelope]) -> [UInt8] {
    encode([1: .bytes(commit.encoded), 2: .array(envelopes.map { .array([.bytes($0.wrap), .bytes($0.body)]) })])
  }

  /// Follows the device's own commit and moves the cursor past it: the head and the cursor move together.
  mutating func follow(_ body: [UInt8], taken answer: Reply) throws {
    cursor = try answer.bytes(2)
    guard case .map(let map) = try CBORDecoder(profile: .rfc8949).decode(body) else { return }
    let commit = try Commit(decoding: try byteString(map[.unsigned(1)]))
    try follow(commit)
    for value in map[.unsigned(2)]?.arrayValue ?? [] {
      let parts = try #require(value.arrayValue)
      let envelope = try RecordEnvelope(body: try byteString(parts[1]), wrap: try byteString(parts[0]))
      envelopes[envelope.facts.record] = (commit.position.number, envelope)
    }
  }

  /// Reads the log and the changes after the cursor, by every rule of devices. Starts again from the beginning if the line has changed.
  /// - Returns: Whether it had to start again.
  @discardableResult
  mutating func pull(from folder: TestFolder, limit: Int = 500) throws -> Bool {
    let answer = folder.ask("GET", "/v1/log")
    let entries = try answer.array(1).map { try MembershipLogEntry(decoding: try byteString($0)) }
    log = try MembershipLog(verifying: entries)
    var wasRebased = false
    while true {
      let page = folder.ask("GET", "/v1/changes?limit=\(limit)" + (cursor.map { "&after=" + hex($0) } ?? ""))
      if page.code == "rebased" {
        #expect(page.status == 409)
        wasRebased = true
        cursor = nil
        chain = CommitChain(account: account)
        envelopes = [:]
        continue
      }
      try #require(page.status == 200)
      for commit in try page.array(3) {
        let own = OwnDevice(author.member, mayHaveForgotten: true)
        try chain.follow(try Commit(decoding: try byteString(commit)), log: log, as: own)
      }
      for version in try page.array(4) {
        let parts = try #require(version.arrayValue)
        let envelope = try RecordEnvelope(body: try byteString(parts[2]), wrap: try byteString(parts[1]))
        envelopes[envelope.facts.record] = (UInt64(try integer(parts[0])), envelope)
      }
      cursor = try page.bytes(1)
      if !page.isMore {
        #expect(try page.position(6) == chain.head)
        break
      }
    }
    // Where no server orders commits, a device must check that the line passes through every commit that the log names.
    for entry in log.entries {
      if let seen = entry.commitHeadSeen { #expect(chain.number(of: seen) != nil) }
    }
    #expect(Set(envelopes.keys) == Set(chain.versions.keys))
    for (record, version) in chain.versions {
      let got = try #require(envelopes[record])
      #expect(CommitItem(got.envelope) == version.item && got.number == version.number)
    }
    return wasRebased
  }

  /// Pushes a commit until it is on the line.
  mutating func change(_ changes: [Int: String], through folder: TestFolder) throws {
    while true {
      try pull(from: folder)
      let push = try push(changes)
      let answer = folder.ask("POST", "/v1/commits", push.body)
      if answer.code == "stale_parent" { continue }
      try #require(answer.status == 200)
      try follow(push.body, taken: answer)
      return
    }
  }

  func text(of record: Int) throws -> String? {
    try envelopes[try Self.record(record)].map { kept in
      try epochKey.open(kept.envelope, account: account, record: kept.envelope.facts.record)
        .withBytes { String(decoding: $0, as: UTF8.self) }
    }
  }
}
