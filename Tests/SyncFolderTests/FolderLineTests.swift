// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Foundation
import SyncFolder
import SyncModel
import Testing

@Suite("The line of commits that a folder shows (docs/formats/sync-folder.md)")
struct FolderLineTests {
  /// Two devices of one account, each with a copy of the folder, initially identical.
  struct Pair {
    let here: TestFolder
    let there: TestFolder
    var first: Device
    var second: Device

    init() throws {
      here = try TestFolder()
      there = try TestFolder()
      first = try Device()
      _ = here.ask("POST", "/v1/accounts", first.founding)
      second = try first.admit()
      try #require(here.ask("POST", "/v1/log", first.lastEntry).status == 200)
      try first.change([0: "shared"], through: here)
      try exchange()
      there.restart(for: first.account)
      try second.pull(from: there)
      try first.pull(from: here)
    }

    func exchange() throws {
      try there.receive(from: here)
      try here.receive(from: there)
    }
  }

  @Test("of two commits with one parent both copies show the one with the smaller hash, and the other device commits again")
  func race() throws {
    for _ in 0..<4 {
      var pair = try Pair()
      try pair.first.change([1: "mine"], through: pair.here)
      try pair.second.change([2: "yours"], through: pair.there)
      let heads = (pair.first.chain.head, pair.second.chain.head)
      #expect(heads.0 != heads.1 && heads.0.number == heads.1.number)
      try pair.exchange()
      #expect(pair.here.picture() == pair.there.picture())
      let firstWins = heads.0.hash.lexicographicallyPrecedes(heads.1.hash)
      #expect(try pair.first.pull(from: pair.here) == !firstWins)
      #expect(try pair.second.pull(from: pair.there) == firstWins)
      #expect(pair.first.chain.head == (firstWins ? heads.0 : heads.1))
      #expect(pair.second.chain.head == pair.first.chain.head)
      // The device whose commit is not on the line still has its change, and commits it again.
      if firstWins {
        try pair.second.change([2: "yours"], through: pair.there)
      } else {
        try pair.first.change([1: "mine"], through: pair.here)
      }
      try pair.exchange()
      try pair.first.pull(from: pair.here)
      try pair.second.pull(from: pair.there)
      for device in [pair.first, pair.second] {
        #expect(try [0, 1, 2].map { try device.text(of: $0) } == ["shared", "mine", "yours"])
      }
    }
  }

  @Test("the longer line wins, whatever its hashes")
  func longer() throws {
    for _ in 0..<4 {
      var pair = try Pair()
      try pair.first.change([1: "a"], through: pair.here)
      try pair.second.change([1: "b"], through: pair.there)
      try pair.second.change([1: "c"], through: pair.there)
      try pair.exchange()
      #expect(pair.here.picture() == pair.there.picture())
      #expect(try pair.first.pull(from: pair.here))
      #expect(try !pair.second.pull(from: pair.there))
      #expect(pair.first.chain.head == pair.second.chain.head)
      #expect(try pair.first.text(of: 1) == "c")
    }
  }

  @Test("a cursor at a commit off the line is refused with the line's end")
  func rebased() throws {
    var pair = try Pair()
    try pair.first.change([1: "a"], through: pair.here)
    try pair.second.change([1: "b"], through: pair.there)
    try pair.second.change([1: "c"], through: pair.there)
    let old = try pair.here.ask("GET", "/v1/events").bytes(1)
    try pair.exchange()
    let refused = pair.here.ask("GET", "/v1/changes?after=\(hex(old))")
    #expect(refused.status == 409 && refused.code == "rebased")
    #expect(try refused.position(2) == pair.second.chain.head)
    #expect(try pair.here.ask("GET", "/v1/events?after=\(hex(old))").bytes(1) != old)
  }

  @Test("the line passes through every commit that the log names, so a removed device's longer line does not win")
  func removed() throws {
    var pair = try Pair()
    // The removal of the second device names the first one's commit.
    try pair.first.change([1: "a"], through: pair.here)
    try pair.first.rotate(removing: [pair.second.author.member])
    try #require(pair.here.ask("POST", "/v1/log", pair.first.lastEntry).status == 200)
    // In a copy without the removal, the second device continues from the commit that the removal names.
    let old = try TestFolder()
    let removal = sha256(try #require(pair.first.log.entries.last).encoded)
    try old.receive(from: pair.here) { !$0.contains(removal) }
    old.restart(for: pair.first.account)
    var behind = pair.second
    try behind.pull(from: old)
    #expect(behind.chain.head == pair.first.chain.head)
    let push = try behind.push([1: "later"])
    #expect(old.ask("POST", "/v1/commits", push.body).status == 200)
    // Elsewhere it continues from the previous commit, with its old log, as often as it likes.
    for number in 0..<5 { try pair.second.change([1: "rogue \(number)"], through: pair.there) }
    try pair.exchange()
    try pair.first.pull(from: pair.here)
    #expect(try #require(pair.first.chain.position(2)) == pair.first.chain.head)
    #expect(pair.here.picture() == pair.there.picture())
    // Its commit after the one that the removal names, with the old log, does not count either.
    try pair.here.receive(from: old)
    try pair.first.pull(from: pair.here)
    #expect(pair.first.chain.number(of: push.position.hash) == nil)
    try pair.first.change([1: "b"], through: pair.here)
    #expect(pair.first.chain.versions[try Device.record(1)]?.author == pair.first.author.member)
  }

  @Test("an entry waits for the commit that its author had seen, so files may arrive in any order")
  func waiting() throws {
    var pair = try Pair()
    try pair.first.change([1: "a"], through: pair.here)
    _ = try pair.first.admit()
    try #require(pair.here.ask("POST", "/v1/log", pair.first.lastEntry).status == 200)
    try pair.there.receive(from: pair.here) { $0.hasSuffix(".entry") }
    #expect(try pair.there.ask("GET", "/v1/log").number(2) == 3)
    try pair.second.pull(from: pair.there)
    try pair.exchange()
    #expect(try pair.there.ask("GET", "/v1/log").number(2) == 4)
    try pair.second.pull(from: pair.there)
    #expect(pair.second.chain.head == pair.first.chain.head)
  }

  @Test("a split log shows both entries, and no device accepts it as a log")
  func split() throws {
    var pair = try Pair()
    _ = try pair.first.admit()
    try #require(pair.here.ask("POST", "/v1/log", pair.first.lastEntry).status == 200)
    _ = try pair.second.admit()
    try #require(pair.there.ask("POST", "/v1/log", pair.second.lastEntry).status == 200)
    try pair.exchange()
    for folder in [pair.here, pair.there] {
      let answer = folder.ask("GET", "/v1/log")
      #expect(try answer.number(2) == 5)
      let entries = try answer.array(1).map { try MembershipLogEntry(decoding: try byteString($0)) }
      #expect(throws: CredentialCryptographyError.self) { try MembershipLog(verifying: entries) }
      #expect(Set(entries.suffix(2).map(\.hash)) == [pair.first.log.head.hash, pair.second.log.head.hash])
      // A device that asks for the entries after its own end gets one that does not follow it.
      let rest = try folder.ask("GET", "/v1/log?from=4").array(1)
      let next = try MembershipLogEntry(decoding: try byteString(rest.first))
      #expect(next.sequence == 3)
      #expect(try folder.ask("GET", "/v1/changes").number(5) == 5)
    }
    #expect(pair.here.picture() == pair.there.picture())
    // The account accepts no writes until the user has resolved the split.
    #expect(pair.here.ask("POST", "/v1/commits", try pair.first.push([1: "x"]).body).code == "stale_epoch")
    var third = pair.first
    _ = try third.admit()
    #expect(pair.here.ask("POST", "/v1/log", third.lastEntry).code == "stale_log")
  }

  @Test("commits and entries of non-members or with bad signatures are ignored, however well formed they are")
  func strangers() throws {
    var pair = try Pair()
    let before = pair.here.picture()
    let home = "passfold-sync-1/\(hex(pair.first.account.bytes))"
    // Another account's files among this account's.
    var stranger = try Device()
    let foreign = try stranger.push([1: "x"]).body
    try pair.here.put(foreign, at: "\(home)/commit/\(sha256(foreign).prefix(2))/\(sha256(foreign)).commit")
    for entry in stranger.log.entries { try pair.here.put(entry.encoded, at: "\(home)/entry/\(sha256(entry.encoded)).entry") }
    // A member's commit and entry with spoiled signatures.
    var push = try pair.first.push().body
    push[push.count - 3] ^= 1
    try pair.here.put(push, at: "\(home)/commit/\(sha256(push).prefix(2))/\(sha256(push)).commit")
    var other = pair.first
    _ = try other.admit()
    var entry = try #require(other.log.entries.last).encoded
    entry[entry.count - 1] ^= 1
    try pair.here.put(entry, at: "\(home)/entry/\(sha256(entry)).entry")
    #expect(pair.here.picture() == before)
    pair.here.restart(for: pair.first.account)
    #expect(pair.here.picture() == before)
    // A valid commit is accepted next to them.
    try pair.first.change([1: "mine"], through: pair.here)
  }

  @Test("the line passes through a checkpoint that forgets tombstones, and a forgotten record may then restart")
  func forgetting() throws {
    let folder = try TestFolder()
    var device = try Device()
    _ = folder.ask("POST", "/v1/accounts", device.founding)
    try device.change([0: "first", 1: "kept"], through: folder)
    func hand(_ body: [UInt8]) throws {
      let answer = folder.ask("POST", "/v1/commits", body)
      try #require(answer.status == 200, "\(answer.code ?? "")")
      try device.follow(body, taken: answer)
    }
    try hand(device.erasure(of: 0))
    try hand(device.checkpoint().body)
    device.wait(days: 401)
    try hand(device.checkpoint().body)
    #expect(device.chain.checkpointHistory.forgottenThrough > 0)
    try hand(device.push([0: "anew"]).body)
    #expect(device.chain.versions[try Device.record(0)]?.item.revision == 1)
    for _ in 0..<2 {
      var reader = try Device.joining(device)
      folder.restart(for: device.account)
      try reader.pull(from: folder)
      #expect(reader.chain.head == device.chain.head && reader.chain.root == device.chain.root)
      #expect(try reader.text(of: 0) == "anew")
      // Following another line and returning does not bring back what was forgotten.
      try hand(device.push([1: "more"]).body)
    }
  }

  @Test("commits from before a raised format floor stay on the line")
  func floor() throws {
    let folder = try TestFolder()
    var device = try Device()
    _ = folder.ask("POST", "/v1/accounts", device.founding)
    try device.change([0: "a"], through: folder)
    try device.raiseFloor(to: 2)
    try #require(folder.ask("POST", "/v1/log", device.lastEntry).status == 200)
    folder.restart(for: device.account)
    #expect(try folder.ask("GET", "/v1/changes").position(6) == device.chain.head)
  }

  @Test("the line ends where the account is closed")
  func closed() throws {
    let folder = try TestFolder()
    var device = try Device()
    _ = folder.ask("POST", "/v1/accounts", device.founding)
    try device.change([0: "a"], through: folder)
    let closed = try device.log.closing(by: device.seeing)
    var header = try device.unheard([:]).commit.header
    header.log = closed.head
    let behind = Device.body(try Commit(signing: header, items: [], with: device.author.keys), [])
    let home = "passfold-sync-1/\(hex(device.account.bytes))"
    let entry = try #require(closed.entries.last).encoded
    try folder.put(entry, at: "\(home)/entry/\(sha256(entry)).entry")
    try folder.put(behind, at: "\(home)/commit/\(sha256(behind).prefix(2))/\(sha256(behind)).commit")
    #expect(try folder.ask("GET", "/v1/log").number(2) == 3)
    #expect(try folder.ask("GET", "/v1/changes").position(6) == device.chain.head)
  }

  @Test("the same files give the same answers, whatever the order and parts in which they arrived", arguments: 0..<5)
  func order(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    // Three devices, each with a copy; files pass between copies at random, some of them late.
    let copies = try (0..<3).map { _ in try TestFolder() }
    var devices = [try Device()]
    _ = copies[0].ask("POST", "/v1/accounts", devices[0].founding)
    for _ in 1..<3 {
      devices.append(try devices[0].admit())
      try #require(copies[0].ask("POST", "/v1/log", devices[0].lastEntry).status == 200)
    }
    for copy in copies.dropFirst() {
      try copy.receive(from: copies[0])
      copy.restart(for: devices[0].account)
    }
    for _ in 0..<30 {
      let place = Int.random(in: 0..<3, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<4: try devices[place].change([Int.random(in: 0..<4, using: &generator): "\(place)"], through: copies[place])
      case 4:
        try devices[place].pull(from: copies[place])
        let push = try devices[place].checkpoint()
        let answer = copies[place].ask("POST", "/v1/commits", push.body)
        if answer.status == 200 { try devices[place].follow(push.body, taken: answer) }
      default:
        let other = (place + 1 + Int.random(in: 0..<2, using: &generator)) % 3
        try copies[place].receive(from: copies[other]) { _ in Int.random(in: 0..<3, using: &generator) > 0 }
      }
    }
    // One device rotates at the end and names the commits that it has.
    try devices[0].pull(from: copies[0])
    try devices[0].rotate()
    try #require(copies[0].ask("POST", "/v1/log", devices[0].lastEntry).status == 200)
    for copy in copies { for other in copies { try copy.receive(from: other) } }
    let picture = copies[0].picture()
    for copy in copies {
      #expect(copy.picture() == picture)
      copy.restart(for: devices[0].account)
      #expect(copy.picture() == picture)
    }
    // Into an empty folder file by file, some of them in halves first, with a request after each.
    let late = try TestFolder()
    let files = copies[0].files.shuffled(using: &generator)
    let folder = late.folder
    for (number, path) in files.enumerated() {
      let content = try copies[0].content(of: path)
      if Bool.random(using: &generator) {
        try late.put(Array(content.prefix(content.count / 2)), at: path)
        _ = folder.answer("POST", "/v1/session", session(devices[0].account))
      }
      try late.put(content, at: path)
      if number.isMultiple(of: 3) { _ = folder.answer("POST", "/v1/session", session(devices[0].account)) }
      _ = late.ask("GET", "/v1/changes")
    }
    _ = late.ask("POST", "/v1/session", session(devices[0].account))
    #expect(late.picture() == picture)
    for place in 0..<3 { try devices[place].pull(from: copies[place]) }
    #expect(Set(devices.map(\.chain.head)).count == 1)
  }

  @Test("after many commits, a look without changes takes less than a quarter of the first one's time")
  func many() throws {
    let folder = try TestFolder()
    var device = try Device()
    _ = folder.ask("POST", "/v1/accounts", device.founding)
    let home = "passfold-sync-1/\(hex(device.account.bytes))/commit"
    for byte in 0..<256 {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: "\(home)/\(hex([UInt8(byte)]))"), withIntermediateDirectories: true)
    }
    let count = Int(ProcessInfo.processInfo.environment["PASSFOLD_FOLDER_COMMITS"] ?? "") ?? 600
    for number in 0..<count {
      let (body, commit) = try device.unheard(number.isMultiple(of: 10) ? [number % 300: "\(number)"] : [:])
      try Data(body).write(to: folder.url.appending(path: "\(home)/\(sha256(body).prefix(2))/\(sha256(body)).commit"))
      try device.follow(commit)
    }
    let clock = ContinuousClock()
    let first = clock.measure { _ = folder.ask("GET", "/v1/events") }
    #expect(try folder.ask("GET", "/v1/changes").position(6) == device.chain.head)
    let again = clock.measure { _ = folder.ask("GET", "/v1/events") }
    let next = try device.push([1: "new"])
    let push = clock.measure { #expect(folder.ask("POST", "/v1/commits", next.body).status == 200) }
    if count > 600 { print("\(count) commits: first look \(first), look without news \(again), push \(push)") }
    #expect(again < first / 4 && push < first / 2)
  }
}
