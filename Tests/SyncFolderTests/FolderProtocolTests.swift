// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Foundation
import SyncFolder
import SyncModel
import Testing

@Suite("A folder that answers like a server")
struct FolderProtocolTests {
  @Test("founds an account once, and answers a repeat alike")
  func founding() throws {
    let folder = try TestFolder()
    let device = try Device()
    let first = folder.ask("POST", "/v1/accounts", device.founding)
    #expect(first.status == 200)
    let files = folder.files
    #expect(files.count == 2)
    // Another device of the same account, or the same one after a restart.
    for _ in 0..<2 {
      folder.restart()
      let again = folder.ask("POST", "/v1/accounts", device.founding)
      #expect(again.status == 200 && again.body == first.body)
      #expect(folder.files == files)
    }
    let other = try Device()
    let mixed = encode([1: .bytes(other.account.bytes), 2: .array(device.log.entries.map { .bytes($0.encoded) })])
    #expect(folder.ask("POST", "/v1/accounts", mixed).code == "mismatch")
    #expect(folder.ask("POST", "/v1/accounts", other.founding).status == 200)
    #expect(folder.ask("GET", "/v1/log").map[.unsigned(1)] == .array(other.log.entries.map { .bytes($0.encoded) }))
  }

  @Test("identifies the account by its session, and refuses requests without a session")
  func sessions() throws {
    let folder = try TestFolder()
    let device = try Device()
    let asked = folder.ask(
      "POST", "/v1/session/challenge", encode([1: .bytes(device.account.bytes), 2: .bytes(device.author.member.bytes)]))
    #expect(try asked.bytes(1).count == 32)
    #expect(folder.ask("POST", "/v1/session", session(device.account)).code == "not_found")
    for (method, path) in [("GET", "/v1/log"), ("GET", "/v1/changes"), ("GET", "/v1/checkpoint"), ("GET", "/v1/events")] {
      let refused = folder.ask(method, path)
      #expect(refused.status == 401 && refused.code == "session_ended")
    }
    _ = folder.ask("POST", "/v1/accounts", device.founding)
    folder.restart()
    #expect(try folder.ask("POST", "/v1/session", session(device.account)).bytes(1).count == 32)
    #expect(try folder.ask("GET", "/v1/log").number(2) == 2)
    // No request removes files, and an account without commits cannot be left.
    let files = folder.files
    #expect(folder.ask("DELETE", "/v1/account", encode([1: .bytes([]), 2: .unsigned(0), 3: .bytes([])])).status == 200)
    #expect(folder.files == files)
  }

  @Test("passes commits between devices, with each version once, and repeats its first answer")
  func commits() throws {
    let folder = try TestFolder()
    var first = try Device()
    _ = folder.ask("POST", "/v1/accounts", first.founding)
    var second = try first.admit()
    #expect(folder.ask("POST", "/v1/log", first.lastEntry).status == 200)
    #expect(folder.ask("POST", "/v1/log", first.lastEntry).status == 200)
    try first.change([1: "one", 2: "two"], through: folder)
    try second.change([2: "zwei", 3: "drei"], through: folder)
    try first.change([:], through: folder)
    try first.pull(from: folder)
    #expect(try [1, 2, 3, 4].map { try first.text(of: $0) } == ["one", "zwei", "drei", nil])
    // In pages of one version, a commit with two versions stays complete.
    var third = try Device.joining(second)
    try third.pull(from: folder, limit: 1)
    #expect(third.chain.head == first.chain.head)
    let push = try first.push([1: "eins"])
    let answer = folder.ask("POST", "/v1/commits", push.body)
    #expect(try answer.position(1) == push.position)
    #expect(folder.ask("POST", "/v1/commits", push.body).body == answer.body)
    folder.restart(for: first.account)
    #expect(folder.ask("POST", "/v1/commits", push.body).body == answer.body)
    #expect(try folder.ask("GET", "/v1/events").bytes(1) == answer.bytes(2))
    #expect(folder.files.count == 7)
    // Once the account has moved away, a device that has read everything is notified.
    let last = try folder.ask("GET", "/v1/events").bytes(1)
    #expect(folder.ask("DELETE", "/v1/account", encode([1: .bytes([]), 2: .unsigned(0), 3: .bytes([])])).status == 200)
    #expect(folder.ask("GET", "/v1/events?after=\(hex(last))").code == "account_closed")
    #expect(folder.ask("GET", "/v1/events").status == 200)
  }

  @Test("refuses a commit or entry that does not follow the line, and answers with the head or the missed entries")
  func refusals() throws {
    let folder = try TestFolder()
    var device = try Device()
    _ = folder.ask("POST", "/v1/accounts", device.founding)
    let stranger = try Device()
    var other = device
    try device.change([1: "one"], through: folder)
    let late = folder.ask("POST", "/v1/commits", try other.push([1: "uno"]).body)
    #expect(late.code == "stale_parent" && late.status == 409)
    #expect(try late.position(2) == device.chain.head)
    var abroad = stranger
    #expect(folder.ask("POST", "/v1/commits", try abroad.push().body).code == "mismatch")
    // An envelope that does not match the commit.
    var body = try device.push([1: "two"]).body
    body[body.count - 1] ^= 1
    #expect(folder.ask("POST", "/v1/commits", body).code == "mismatch")
    #expect(folder.ask("POST", "/v1/commits", [0xA0]).code == "malformed")
    #expect(folder.ask("POST", "/v1/commits", [UInt8](repeating: 0, count: 4 << 20 + 1)).code == "too_large")
    // A commit whose author does not know the log's end.
    let blind = device
    _ = try device.admit()
    #expect(folder.ask("POST", "/v1/log", device.lastEntry).status == 200)
    var writer = blind
    let stale = folder.ask("POST", "/v1/commits", try writer.push().body)
    #expect(stale.code == "stale_epoch")
    #expect(try stale.array(3) == [.bytes(try #require(device.log.entries.last).encoded)])
    // An entry in the place of another, and one whose author had not seen the last commit.
    var rival = blind
    _ = try rival.admit()
    let taken = folder.ask("POST", "/v1/log", rival.lastEntry)
    #expect(taken.code == "stale_log")
    #expect(try taken.array(3) == [.bytes(try #require(device.log.entries.last).encoded)])
    try device.change([2: "x"], through: folder)
    var blinded = blind
    blinded.log = device.log
    _ = try blinded.admit()
    #expect(folder.ask("POST", "/v1/log", blinded.lastEntry).code == "stale_parent")
    #expect(folder.ask("POST", "/v1/log", encode([1: .bytes([0xA0])])).status == 400)
    for path in [
      "/v1/changes?limit=0", "/v1/changes?limit=501", "/v1/changes?limit=01", "/v1/changes?after=00", "/v1/changes?after=zz",
      "/v1/log?from=-1", "/v1/changes?limit=1&limit=2", "/v1/changes?limit", "/v1/checkpoint?after=00",
    ] { #expect(folder.ask("GET", path).code == "malformed", "\(path)") }
    for (method, path) in [("GET", "/v1/nothing"), ("PUT", "/v1/log"), ("GET", ""), ("", "/v1/log")] {
      #expect(folder.ask(method, path).code == "not_found")
    }
  }

  @Test("serves a record's wrap of the newest epoch, and ignores wraps of an epoch that the log does not have")
  func rewraps() throws {
    let folder = try TestFolder()
    var device = try Device()
    _ = folder.ask("POST", "/v1/accounts", device.founding)
    try device.change([1: "one", 2: "two"], through: folder)
    try device.pull(from: folder)
    let former = device.epochKey
    try device.rotate()
    #expect(folder.ask("POST", "/v1/log", device.lastEntry).status == 200)
    let name = try Device.record(1)
    let kept = try #require(device.envelopes[name]).envelope
    let wrapped = try device.rewrap(kept, from: former)
    func body(_ epoch: UInt64, _ wrap: [UInt8], revision: UInt64 = 1) -> [UInt8] {
      encode([1: .unsigned(epoch), 2: .array([.array([.bytes(name.bytes), .unsigned(revision), .bytes(wrap)])])])
    }
    #expect(folder.ask("POST", "/v1/rewraps", body(1, kept.wrap)).code == "stale_epoch")
    #expect(folder.ask("POST", "/v1/rewraps", body(2, kept.wrap)).code == "mismatch")
    #expect(try folder.ask("POST", "/v1/rewraps", body(2, wrapped.wrap)).number(1) == 1)
    #expect(try folder.ask("POST", "/v1/rewraps", body(2, wrapped.wrap)).number(1) == 0)
    #expect(try folder.ask("POST", "/v1/rewraps", body(2, wrapped.wrap, revision: 2)).number(1) == 0)
    // A wrap of an epoch that was never begun.
    let far = [UInt8](repeating: 0xFF, count: 4) + wrapped.wrap.dropFirst(4)
    let junk = body(UInt64(UInt32.max), far)
    try folder.put(junk, at: "passfold-sync-1/\(hex(device.account.bytes))/rewraps/\(sha256(junk)).rewraps")
    var fresh = try Device.joining(device)
    try fresh.pull(from: folder)
    #expect(try #require(fresh.envelopes[name]).envelope.wrap == wrapped.wrap)
    #expect(try #require(fresh.envelopes[try Device.record(2)]).envelope.epoch == 1)
    #expect(try fresh.text(of: 1) == "one")
  }

  @Test("serves a new device the last checkpoint in pages, with all records that it covers")
  func checkpoints() throws {
    let folder = try TestFolder()
    var device = try Device()
    _ = folder.ask("POST", "/v1/accounts", device.founding)
    #expect(folder.ask("GET", "/v1/checkpoint").code == "not_found")
    try device.change([1: "one", 2: "two", 3: "three"], through: folder)
    let checkpoint = try device.checkpoint()
    try device.follow(checkpoint.body, taken: folder.ask("POST", "/v1/commits", checkpoint.body))
    try device.change([2: "zwei"], through: folder)
    let page = folder.ask("GET", "/v1/checkpoint")
    #expect(try page.number(2) == 2)
    let versions = try page.array(4).map { value -> RecordVersion in
      let parts = try #require(value.arrayValue)
      let item = CommitItem(
        record: try #require(RecordName(try byteString(parts[0]))), revision: UInt64(try integer(parts[1])),
        purpose: try #require(RecordPurpose(rawValue: UInt8(try integer(parts[2])))),
        bodyHash: try byteString(parts[3]))
      return RecordVersion(
        item: item, author: try #require(DeviceIdentifier(try byteString(parts[4]))),
        number: UInt64(try integer(parts[5])))
    }
    let header = try SignedCommitHeader(decoding: try page.bytes(1))
    var chain = CommitChain(
      account: device.account, joiningAt: CommitPosition(number: header.header.number - 1, hash: header.header.parent))
    var generator = SystemRandomNumberGenerator()
    try chain.follow([header], to: versions, log: device.log, as: OwnDevice(.random(using: &generator)))
    #expect(chain.head == checkpoint.position && versions.count == 3)
    #expect(try folder.ask("GET", "/v1/checkpoint?number=2&after=\(hex(versions[1].item.record.bytes))").array(4).count == 1)
    #expect(folder.ask("GET", "/v1/checkpoint?number=1").code == "stale_checkpoint")
    let rest = folder.ask("GET", "/v1/changes?after=\(hex(try page.bytes(3)))")
    #expect(try rest.array(3).count == 1)
  }

  @Test("passes one message through each slot of a mailbox, without a session")
  func mailboxes() throws {
    let here = try TestFolder()
    let there = try TestFolder()
    let name = String(repeating: "0a", count: 16)
    func body(_ text: String) -> [UInt8] { encode([1: .bytes(Array(text.utf8))]) }
    #expect(here.ask("GET", "/v1/mailbox/\(name)?slot=0").status == 204)
    #expect(here.ask("PUT", "/v1/mailbox/\(name)?slot=0", body("offer")).status == 204)
    #expect(there.ask("GET", "/v1/mailbox/\(name)?slot=0").status == 204)
    try there.receive(from: here)
    #expect(try there.ask("GET", "/v1/mailbox/\(name)?slot=0").bytes(1) == Array("offer".utf8))
    // A message stays in the folder and can be read again, unlike on a server.
    #expect(try there.ask("GET", "/v1/mailbox/\(name)?slot=0").bytes(1) == Array("offer".utf8))
    #expect(there.ask("PUT", "/v1/mailbox/\(name)?slot=0", body("offer")).status == 204)
    #expect(there.ask("PUT", "/v1/mailbox/\(name)?slot=0", body("other")).code == "taken")
    #expect(there.ask("PUT", "/v1/mailbox/\(name)?slot=1", body("answer")).status == 204)
    try here.receive(from: there)
    #expect(try here.ask("GET", "/v1/mailbox/\(name)?slot=1").bytes(1) == Array("answer".utf8))
    #expect(here.ask("PUT", "/v1/mailbox/\(name)?slot=2", body(String(repeating: "x", count: 4097))).code == "too_large")
    for path in ["\(name)", "\(name)?slot=8", "\(name)?slot=x", "0a?slot=0", "../../x?slot=0", "\(name.uppercased())?slot=0"] {
      #expect(here.ask("GET", "/v1/mailbox/\(path)").code == "malformed", "\(path)")
    }
    // With two messages in one slot, and half of a third, every device sees the same one.
    let both = ["a", "b"].map { Array($0.utf8) }
    for content in both { try here.put(content, at: "passfold-sync-1/mailbox/\(name)/\(sha256(content)).slot-3") }
    try here.put([], at: "passfold-sync-1/mailbox/\(name)/\(String(repeating: "0", count: 64)).slot-3")
    let smaller = try #require(both.min { sha256($0) < sha256($1) })
    #expect(try here.ask("GET", "/v1/mailbox/\(name)?slot=3").bytes(1) == smaller)
  }
}
