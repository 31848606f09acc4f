// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import Testing

@Suite("A new name for a device (docs/formats/vault.md, kind 7)")
struct DeviceRenamingTests {
  struct File: Decodable {
    let cases: [Case]
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let entries: [HexBytes]
    let result: String
    let names: [String: String?]?
    var testDescription: String { id }
  }

  private var generator = SystemRandomNumberGenerator()
  private let founded: FoundedLog
  private let first: LogAuthor
  private let second: LogAuthor
  private let key: EpochKey
  private let log: MembershipLog

  init() throws {
    founded = try FoundedLog()
    (first, key) = (founded.first, founded.key)
    second = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    log = try founded.log.adding(second, named: "Laptop", epochKey: key, by: first, using: &generator)
  }

  private var paper: LogAuthor { founded.paper }

  @Test(
    "is read or refused in each frozen log as its vector says",
    arguments: try VaultVectors.load(File.self, from: "log-names").cases)
  func vectors(vector: Case) throws {
    let keys = try VaultVectors.load(LogGrowthTests.File.self, from: "log-growth").epochKeys
    var log: MembershipLog?
    let error = refusal {
      let read = try MembershipLog(verifying: vector.entries.map { try MembershipLogEntry(decoding: $0.bytes) })
      #expect(read.entries.map(\.encoded) == vector.entries.map(\.bytes))
      log = read
    }
    #expect((error?.description ?? "opens") == vector.result)
    guard let log else { return }
    for (number, name) in vector.names ?? [:] {
      let device = try #require(DeviceIdentifier(text: number))
      let epoch = try #require(log.nameEpoch(of: device))
      var randomness = CountingGenerator(from: UInt64(try #require(keys[Int(epoch) - 1].bytes.first)))
      let key = EpochKey.generate(epoch: epoch, using: &randomness)
      #expect(log.name(of: device, key: key) == name)
    }
  }

  @Test("can be set by any active device, for itself and for another")
  func authors() throws {
    var generator = generator
    for author in [first, second] {
      for device in [first, second] {
        let renamed = try log.renaming(device.member, to: "Büro", epochKey: key, by: author, using: &generator)
        #expect(renamed.name(of: device.member, key: key) == "Büro")
        #expect(renamed.entries.last?.author == author.member)
      }
    }
  }

  @Test("cannot be set by the recovery key, a stranger or a removed device, nor for anything that is not a member")
  func refused() throws {
    var generator = generator
    let stranger = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let next = EpochKey.generate(epoch: 2, using: &generator)
    let removed = try log.rotating(from: key, to: next, removing: [second.member], by: first, using: &generator)
    let attempts = [
      refusal { _ = try log.renaming(first.member, to: "Desk", epochKey: key, by: paper, using: &generator) },
      refusal { _ = try log.renaming(first.member, to: "Desk", epochKey: key, by: stranger, using: &generator) },
      refusal { _ = try log.renaming(stranger.member, to: "Desk", epochKey: key, by: first, using: &generator) },
      refusal { _ = try log.renaming(founded.recovery.identifier, to: "Desk", epochKey: key, by: first, using: &generator) },
      refusal { _ = try removed.renaming(first.member, to: "Desk", epochKey: next, by: second, using: &generator) },
      refusal { _ = try removed.renaming(second.member, to: "Desk", epochKey: next, by: first, using: &generator) },
      refusal { _ = try log.closing(by: first).renaming(first.member, to: "Desk", epochKey: key, by: first, using: &generator) },
    ]
    #expect(attempts == Array(repeating: .logInvalid, count: attempts.count))
    #expect(removed.nameEpoch(of: second.member) == nil)
  }

  @Test("that is later in the log wins over an earlier one")
  func order() throws {
    var generator = generator
    let one = try log.renaming(second.member, to: "One", epochKey: key, by: first, using: &generator)
    // Both entries were written after the same entry. The log has a single order, so the later one is written again after the other.
    let other = try log.renaming(second.member, to: "Other", epochKey: key, by: second, using: &generator)
    #expect(refusal { _ = try one.following(other.entries.suffix(1)) } == .logInvalid)
    let both = try one.renaming(second.member, to: "Other", epochKey: key, by: second, using: &generator)
    #expect(both.name(of: second.member, key: key) == "Other")
    #expect(try MembershipLog(verifying: both.entries).name(of: second.member, key: key) == "Other")
  }

  @Test("is encrypted under the current epoch and stays readable in later epochs")
  func epochs() throws {
    var generator = generator
    let next = EpochKey.generate(epoch: 2, using: &generator)
    let before = try log.renaming(first.member, to: "Desk", epochKey: key, by: first, using: &generator)
    let rotated = try before.rotating(from: key, to: next, by: first, using: &generator)
    #expect(rotated.nameEpoch(of: first.member) == 1)
    #expect(rotated.name(of: first.member, key: try rotated.openEpochKey(before: next)) == "Desk")
    #expect(refusal { _ = try rotated.renaming(first.member, to: "Attic", epochKey: key, by: first, using: &generator) } == .logInvalid)
    let after = try rotated.renaming(first.member, to: "Attic", epochKey: next, by: second, using: &generator)
    #expect(after.nameEpoch(of: first.member) == 2)
    #expect(after.name(of: first.member, key: next) == "Attic")
    #expect(after.name(of: first.member, key: key) == nil)
  }

  @Test("is not blank, has at most 63 bytes and contains no control or direction characters")
  func fit() {
    for name in ["a", "Küche", "server without a display", "🖥️ 1", String(repeating: "n", count: 63), "\u{5D0}\u{5D1}"] {
      #expect(DeviceName.isFit(name))
    }
    for name in ["", " ", "\u{3000}", String(repeating: "n", count: 64), "a\nb", "a\u{1B}[2J", "a\u{2028}b", "desk\u{202E}pot", "a\u{0}"] {
      #expect(!DeviceName.isFit(name))
    }
  }

  @Test("has the same length as every other in the log, and is cut between characters above 63 bytes")
  func lengths() throws {
    var generator = generator
    let entries = try ["", "a", String(repeating: "ü", count: 32), String(repeating: "n", count: 500)].map { name in
      let renamed = try log.renaming(first.member, to: name, epochKey: key, by: first, using: &generator)
      return (renamed.entries.last?.encoded.count, renamed.name(of: first.member, key: key))
    }
    #expect(Set(entries.map(\.0)).count == 1)
    #expect(entries.map(\.1) == ["", "a", String(repeating: "ü", count: 31), String(repeating: "n", count: DeviceName.mostBytes)])
  }
}
