// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Crypto
import FoundationEssentials
import SecretMemory
import SyncFolder
import SyncModel

extension VaultParsers {
  /// An account's files as they would be in a folder: two chains of commits, one longer than the other, a second device and a rotation.
  private struct FolderFiles {
    let account: AccountIdentifier
    let files: [(kind: String, content: [UInt8])]
    let session: [UInt8]

    init() throws {
      var generator = Counting()
      let first = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
      let second = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
      let recovery = try RecoveryKey.generate(using: &generator)
      let epochKey = EpochKey.generate(epoch: 1, using: &generator)
      var log = try MembershipLog.found(
        device: first.member, keys: first.keys, recovery: recovery.memberKeys.publicKeys, epochKey: epochKey,
        createdMilliseconds: 1_790_000_000_000, using: &generator)
      log = try log.adding(second, named: "", epochKey: epochKey, by: first, using: &generator)
      account = log.account
      var files: [(kind: String, content: [UInt8])] = []
      func commit(_ text: String?, by author: LogAuthor, in chain: inout CommitChain) throws {
        guard let record = RecordName([UInt8](repeating: 7, count: 16)) else { return }
        let envelopes = try (text.map { [$0] } ?? []).map { text in
          try epochKey.seal(
            SecretBytes(copying: text.utf8),
            as: RecordFacts(
              purpose: .record, account: log.account, record: record, revision: chain.nextRevision(of: record), author: author.member,
              clock: 1 << 60, schema: 1), using: &generator)
        }
        let commit = try chain.makeCommit(of: envelopes.map(CommitItem.init), by: author, log: log, clock: 1 << 60)
        try chain.follow(commit, log: log, as: OwnDevice(author.member, mayHaveForgotten: true))
        files.append(
          ("commit", Self.encode([1: .bytes(commit.encoded), 2: .array(envelopes.map { .array([.bytes($0.wrap), .bytes($0.body)]) })])))
      }
      var chain = CommitChain(account: log.account)
      try commit("one", by: first, in: &chain)
      var other = chain
      try commit("two", by: first, in: &chain)
      try commit("deux", by: second, in: &other)
      try commit(nil, by: second, in: &other)
      let checkpoint = try chain.makeCheckpoint(by: first, log: log, clock: 1 << 60)
      files.append(("commit", Self.encode([1: .bytes(checkpoint.encoded), 2: .array([])])))
      // The account may continue here from a commit that is present and from one that is not, and it was moved away after the first one.
      for (position, author) in [(other.head, second), (CommitPosition(number: 9, hash: [UInt8](repeating: 9, count: 32)), first)] {
        let signature = try author.keys.sign(
          .carrying(log.account, by: author.member, from: position.number, position.hash, log: log.head.hash))
        let end: [CBORValue] = [.unsigned(log.head.sequence), .bytes(log.head.hash)]
        files.append(
          (
            "root",
            Self.encode([
              1: .bytes(log.account.bytes), 2: .array([.unsigned(position.number), .bytes(position.hash)]), 3: .array(end),
              4: .bytes(author.member.bytes), 5: .bytes(signature),
            ])
          ))
      }
      files.append(("left", Self.encode([1: .array([.unsigned(1), .bytes([UInt8](repeating: 1, count: 32))])])))
      let next = EpochKey.generate(epoch: 2, using: &generator)
      let seeing = LogAuthor(first.member, first.keys, seeing: chain.head.hash)
      log = try log.rotating(from: epochKey, to: next, removing: [second.member], by: seeing, using: &generator)
      let wrap = [0, 0, 0, 2] + [UInt8](repeating: 9, count: 60)
      files.append(
        (
          "rewraps",
          Self.encode([
            1: .unsigned(2), 2: .array([.array([.bytes([UInt8](repeating: 7, count: 16)), .unsigned(1), .bytes(wrap)])]),
          ])
        ))
      // A file of five chunks in two parts, and one with a single chunk.
      files += [
        ("part-0-5", [UInt8](repeating: 1, count: 4 * 65_552)), ("part-4-5", [UInt8](repeating: 2, count: 1_040)),
        ("part-0-1", [UInt8](repeating: 3, count: 17)),
      ]
      self.files = log.entries.map { ("entry", $0.encoded) } + files
      let zeroes = [UInt8](repeating: 0, count: 64)
      session = Self.encode([
        1: .bytes(account.bytes), 2: .bytes(account.bytes), 3: .bytes(Array(zeroes.prefix(32))), 4: .unsigned(0), 5: .bytes(zeroes),
      ])
    }

    private static func encode(_ map: CBORMap) -> [UInt8] { CBOREncoder(profile: .deterministic).encode(.map(map)) }
  }

  private static let folderFiles = try? FolderFiles()
  private static let questions =
    ["/v1/log", "/v1/changes", "/v1/changes?limit=1", "/v1/checkpoint", "/v1/events", "/v1/blobs"]
    + (0..<6).map { "/v1/blobs/\(blob)?from=\($0)" }
  private static let blob = String(repeating: "0b", count: 16)

  /// Steps of four bytes: which file or request, what is done to it, where, and with what.
  static func checkFolder(_ input: [UInt8], plantsFault: Bool) throws(Broken) {
    guard let folderFiles else { throw Broken("an account can be made") }
    // In memory if possible, because a disk would take most of the time.
    let base = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : FileManager.default.temporaryDirectory.path
    let root = base + "/passfold-fuzzing-\(UUID().uuidString)"
    let home = "\(root)/passfold-sync-1/" + hexadecimal(folderFiles.account.bytes)
    guard (try? FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)) != nil else {
      throw Broken("a folder can be made")
    }
    defer { try? FileManager.default.removeItem(atPath: root) }
    let folder = SyncFolder(path: root)
    _ = folder.answer("POST", "/v1/session", folderFiles.session)
    var rest = input.prefix(160)
    while rest.count >= 4 {
      let step = Array(rest.prefix(4))
      rest = rest.dropFirst(4)
      let file = folderFiles.files[Int(step[0]) % folderFiles.files.count]
      let spoiled = spoil(file.content, by: step)
      if step[0] >= 0xC0 {
        let isPart = file.kind.hasPrefix("part")
        let path =
          file.kind == "entry"
          ? "/v1/log" : file.kind == "commit" ? "/v1/commits" : isPart ? "/v1/blobs/\(blob)?from=\(step[2] & 7)" : "/v1/rewraps"
        let body =
          file.kind == "entry"
          ? CBOREncoder(profile: .deterministic).encode(.map([.unsigned(1): .bytes(spoiled)]))
          : isPart
            ? CBOREncoder(profile: .deterministic).encode(
              .map([.unsigned(1): .unsigned(UInt64(step[3] & 7)), .unsigned(2): .array([.bytes(Array(spoiled.prefix(65_552)))])]))
            : spoiled
        let answer = folder.answer(isPart ? "PUT" : "POST", path, body)
        try require(answer.status != 503, "a folder that is there can be written")
      } else {
        // Half of the time, the file has the name of its intended content.
        let name = hexadecimal(Array(SHA256.hash(data: step[1] & 0x80 == 0 ? spoiled : file.content)))
        let place =
          file.kind == "commit"
          ? "\(home)/commit/\(name.prefix(2))" : file.kind.hasPrefix("part") ? "\(home)/file/\(blob)" : "\(home)/\(file.kind)"
        try? FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: "\(place)/\(name).\(file.kind)", contents: Data(spoiled))
      }
      if step[3] & 1 == 1 { _ = folder.answer("GET", questions[Int(step[3] >> 1) % questions.count], []) }
    }
    _ = folder.answer("POST", "/v1/session", folderFiles.session)
    let fresh = SyncFolder(path: root)
    _ = fresh.answer("POST", "/v1/session", folderFiles.session)
    for question in questions {
      // A name whose content was only half there is checked again from time to time.
      var answer = folder.answer("GET", question, [])
      let expected = fresh.answer("GET", question, [])
      for _ in 0..<64 where answer != expected { answer = folder.answer("GET", question, []) }
      try require(answer == expected, "what is said follows from the files alone")
      // The planted fault: treats a chain of two commits as too long.
      if plantsFault, question == "/v1/changes", answer.status == 200, let head = commitCount(answer.body), head == 2 {
        throw Broken("planted: two commits are too many")
      }
    }
  }

  private static func commitCount(_ body: [UInt8]) -> Int? {
    guard case .map(let map)? = try? CBORDecoder(profile: .rfc8949).decode(body) else { return nil }
    return map[.unsigned(3)]?.arrayValue?.count
  }

  private static func spoil(_ content: [UInt8], by step: [UInt8]) -> [UInt8] {
    var content = content
    let place = Int(step[2]) * content.count / 256
    switch step[1] & 0x7F {
    case 0..<0x60: break
    case 0x60..<0x68: content.removeLast(content.count - place)
    case 0x68..<0x70: content.append(step[3])
    default: content[place] ^= max(1, step[3])
    }
    return content
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
