// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import OneTimeCodes
import SecretMemory
import SyncModel
import Testing
import WebDomains

@Suite("The content of a record")
struct RecordContentTests {
  struct File: Decodable { let cases: [Case] }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let content: String
    let result: String
    var testDescription: String { id }

    var bytes: [UInt8] {
      let digits = content.compactMap(\.hexDigitValue)
      return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    static let records = [
      "contents", "code-set-ups", "passkey-extensions", "password-history", "annotations", "plain-records", "attachments",
    ]

    static func load(_ names: [String] = records) throws -> [Case] {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      return try names.flatMap { name in
        try JSONDecoder().decode(File.self, from: Data(contentsOf: root.appending(path: "Vectors/vault/\(name).json"))).cases
      }
    }
  }

  private static let id = RecordIdentifier(bytes: [UInt8](repeating: 1, count: 16))

  @Test(
    "is read or refused in each frozen vector as stated, and re-encodes to the same bytes",
    arguments: try Case.load())
  func vectors(vector: Case) throws {
    let id = try #require(Self.id)
    do {
      let body = try RecordBody(decoding: SecretBytes(copying: vector.bytes))
      // Everything that could be read is written unchanged, even if this version does not know its meaning.
      #expect(body.encoded().withBytes { Array($0) } == vector.bytes)
      let record = try body.record(id)
      _ = try body.annotations()
      _ = try body.attachments()
      #expect(vector.result == "opens")
      #expect(record.summary.user.hasPrefix("ada") || record.kind == .note)
    } catch {
      #expect(error.code.description == vector.result)
    }
  }

  @Test("of an erased record is the time of erasing without a kind, as the frozen vectors state", arguments: try Case.load(["tombstones"]))
  func tombstones(vector: Case) throws {
    do {
      let body = try RecordBody(decoding: SecretBytes(copying: vector.bytes))
      #expect(vector.result == "opens" && body.isTombstone)
      #expect(body.encoded().withBytes { Array($0) } == vector.bytes)
    } catch {
      #expect(error.code.description == vector.result)
    }
    guard vector.id == "tombstone" else { return }
    let device = try #require(DeviceIdentifier((0..<16).map { UInt8(0xd0) + $0 }))
    let written = RecordBody.tombstone(
      erasedAt: Date(timeIntervalSince1970: 1_790_000_000.123), stamp: FieldStamp(time: 0x0199_1234_5678_0001, device: device))
    #expect(written.encoded().withBytes { Array($0) } == vector.bytes)
  }

  @Test("is written as the frozen vectors state")
  func writing() throws {
    let device = try #require(DeviceIdentifier((0..<16).map { UInt8(0xd0) + $0 }))
    let login = RecordIdentifier(bytes: (0..<16).map { UInt8(0xb0) + $0 })
    let id = try #require(Self.id)
    let stamp = FieldStamp(time: 0x0199_1234_5678_0001, device: device)
    var counter = try Sample.codes(id, form: .counterBased(counter: 41))
    var steam = try Sample.codes(id, form: .steam)
    counter.login = nil
    steam.issuer = nil
    let expected = Dictionary(uniqueKeysWithValues: try Case.load().map { ($0.id, $0.bytes) })
    let records: [(String, CredentialRecord)] = [
      ("password", .password(Sample.password(id))), ("time-based", .oneTimeCode(try Sample.codes(id, login: login))),
      ("counter-based", .oneTimeCode(counter)), ("steam", .oneTimeCode(steam)), ("passkey", .passkey(Sample.passkey(id))),
    ]
    // These fields came later: the time of adding, the pending setup and the history.
    let added = Date(timeIntervalSince1970: 1_790_000_000.123)
    var pending = try Sample.codes(id, login: login)
    pending.added = added
    pending.pending = PendingSetup(
      since: added,
      replaces: [UInt8(0xc0), 0xe0].compactMap { first in RecordIdentifier(bytes: (0..<16).map { first + $0 }) })
    var confirmed = try Sample.codes(id, login: login)
    confirmed.added = added
    confirmed.history = [
      RetiredParameters(
        parameters: try OneTimeCodeParameters(secret: SharedSecret(copying: "an older secret of the account, 32 b".utf8.prefix(32))),
        retired: Date(timeIntervalSince1970: 1_790_000_100)),
      RetiredParameters(
        parameters: try OneTimeCodeParameters(
          secret: SharedSecret(copying: "former secret of 20b".utf8), algorithm: .sha512, digits: 8, form: .counterBased(counter: 7)),
        retired: Date(timeIntervalSince1970: 1_790_000_200.5)),
    ]
    var waiting = RecordBody(kind: CredentialKind.oneTimeCode.rawValue)
    waiting.write(.oneTimeCode(pending), stamp: stamp)
    #expect(waiting.encoded().withBytes { Array($0) } == expected["pending"])
    waiting.write(.oneTimeCode(confirmed), stamp: stamp)
    #expect(waiting.encoded().withBytes { Array($0) } == expected["confirmed-with-history"])
    var changed = Sample.password(id)
    changed.history = [
      RetiredPassword(password: SharedSecret(copying: "first".utf8), retired: Date(timeIntervalSince1970: 1_790_000_100)),
      RetiredPassword(password: SharedSecret(copying: "second".utf8), retired: Date(timeIntervalSince1970: 1_790_000_200.5)),
    ]
    var extended = Sample.passkey(id, protection: 3, prf: true)
    extended.largeBlob = SharedSecret(copying: "a certificate, say".utf8)
    var bare = Sample.card(id)
    (bare.securityCode, bare.pin, bare.expires, bare.validFrom) = (nil, nil, nil, nil)
    let plain: [(String, CredentialRecord)] = [
      ("note", .note(Sample.note(id))), ("card", .card(Sample.card(id))), ("bare-card", .card(bare)),
      ("identity", .identity(Sample.person(id))),
    ]
    for (name, record) in records + plain + [("extended", .passkey(extended)), ("former-passwords", .password(changed))] {
      var body = RecordBody(kind: record.kind.rawValue)
      body.write(record, stamp: stamp)
      #expect(body.encoded().withBytes { Array($0) } == expected[name], "\(name)")
    }
  }

  @Test("is read without a pending setup, history or date if an older version wrote the codes")
  func olderCodes() throws {
    let vector = try #require(try Case.load().first { $0.id == "time-based" })
    guard case .oneTimeCode(let record) = try RecordBody(decoding: SecretBytes(copying: vector.bytes)).record(try #require(Self.id)) else {
      throw CancellationError()
    }
    #expect(record.pending == nil && record.history.isEmpty && record.added == nil)
  }

  @Test("includes annotations, written as the frozen vectors state and read back")
  func annotations() throws {
    let vectors = Dictionary(uniqueKeysWithValues: try Case.load().map { ($0.id, $0.bytes) })
    let id = try #require(Self.id)
    let stamp = FieldStamp(
      time: 0x0199_1234_5678_0001, device: try #require(DeviceIdentifier((0..<16).map { UInt8(0xd0) + $0 })))
    var annotations = RecordAnnotations(
      isFavourite: true, tags: ["work", "Ärger"], note: SharedSecret(copying: "Zeile 1\nZeile 2".utf8))
    annotations.set("Member number", to: SharedSecret(copying: "4711".utf8), isHidden: false)
    annotations.set("Secret answer", to: SharedSecret(copying: "blue".utf8), isHidden: true)
    var body = RecordBody(kind: CredentialKind.password.rawValue)
    body.write(.password(Sample.password(id)), stamp: stamp)
    body.write(annotations, stamp: stamp)
    #expect(body.encoded().withBytes { Array($0) } == vectors["annotated-password"])
    let read = try RecordBody(decoding: SecretBytes(copying: try #require(vectors["annotated-passkey"]))).annotations()
    #expect(read.isFavourite && read.tags == ["work", "Ärger"] && read.note?.text == "Zeile 1\nZeile 2")
    #expect(read.fields.map(\.value.text) == ["4711", "blue"] && read.fields.map(\.isHidden) == [false, true])
    let none = try RecordBody(decoding: SecretBytes(copying: try #require(vectors["annotations-taken-away"]))).annotations()
    #expect(!none.isFavourite && none.tags.isEmpty && none.note == nil && none.fields.isEmpty)
    let ruled = try RecordBody(decoding: SecretBytes(copying: try #require(vectors["every-rule"]))).record(id).summary.services
    #expect(ruled.map(\.rule) == [.host, .domain, .exact, .never])
  }

  @Test("includes previous passwords, and none if an older version wrote the password")
  func formerPasswords() throws {
    let vectors = Dictionary(uniqueKeysWithValues: try Case.load().map { ($0.id, $0.bytes) })
    func history(_ name: String) throws -> [RetiredPassword] {
      let content = SecretBytes(copying: try #require(vectors[name]))
      guard case .password(let record) = try RecordBody(decoding: content).record(try #require(Self.id)) else { throw CancellationError() }
      return record.history
    }
    #expect(try history("former-passwords").map(\.password.text) == ["first", "second"])
    #expect(try history("former-passwords").map(\.retired.timeIntervalSince1970) == [1_790_000_100, 1_790_000_200.5])
    #expect(try history("password").isEmpty && history("empty-password-history").isEmpty)
  }

  @Test("is read without PRF, unprotected and without a large blob if an older version wrote the passkey")
  func olderPasskeys() throws {
    let record = try Self.passkey("passkey")
    #expect(record.pseudoRandomFunction == nil && record.protection == 1 && record.largeBlob == nil)
  }

  @Test("includes a passkey's PRF keys, protection and large blob as they were written")
  func extendedPasskeys() throws {
    let record = try Self.passkey("extended")
    #expect(record.pseudoRandomFunction?.withUserVerification.withBytes { $0.allSatisfy { $0 == 0x11 } } == true)
    #expect(record.pseudoRandomFunction?.withoutUserVerification.withBytes { $0.allSatisfy { $0 == 0x22 } } == true)
    #expect(record.protection == 3)
    #expect(record.largeBlob?.text == "a certificate, say")
    #expect(try Self.passkey("empty-blob").largeBlob?.byteCount == 0)
    #expect(try Self.passkey("ed25519").algorithm == -8)
    #expect(try Self.passkey("rs256").algorithm == -257)
  }

  private static func passkey(_ name: String) throws -> PasskeyRecord {
    let vector = try #require(try Case.load().first { $0.id == name })
    guard case .passkey(let record) = try RecordBody(decoding: SecretBytes(copying: vector.bytes)).record(try #require(id)) else {
      throw CancellationError()
    }
    return record
  }

  @Test("with a time beyond 48 bits is the same in the record, the index and the stored index")
  func latestTime() throws {
    let id = try #require(Self.id)
    let pending = try #require(try Case.load(["code-set-ups"]).first { $0.id == "pending" })
    // Milliseconds of more than 48 bits.
    let late = pending.content.replacing("82821b000001a0c4506c7b", with: "82821b00a201a0c4506c7b")
    try #require(late != pending.content)
    let content = SecretBytes(copying: Case(id: pending.id, content: late, result: pending.result).bytes)
    let entry = try RecordBody(decoding: content).indexEntry(id)
    var (index, rows) = (CredentialIndex(), IndexRows())
    rows.append(entry, revision: 1, of: id)
    let isEntered = index.enter(rows: rows.bytes[...])
    #expect(isEntered)
    #expect(index[id] == entry)
    #expect(CredentialIndex(decoding: index.encoded)?[id] == entry)
  }

  @Test("includes a pending setup and the history as they were written")
  func setUps() throws {
    let vectors = Dictionary(uniqueKeysWithValues: try Case.load().map { ($0.id, $0.bytes) })
    func record(_ name: String) throws -> OneTimeCodeRecord {
      let content = SecretBytes(copying: try #require(vectors[name]))
      guard case .oneTimeCode(let record) = try RecordBody(decoding: content).record(try #require(Self.id)) else {
        throw CancellationError()
      }
      return record
    }
    let pending = try record("pending")
    #expect(pending.added == Date(timeIntervalSince1970: 1_790_000_000.123))
    #expect(pending.pending?.since == pending.added && pending.pending?.replaces.count == 2)
    let confirmed = try record("confirmed-with-history")
    #expect(confirmed.pending == nil)
    #expect(confirmed.history.map(\.retired.timeIntervalSince1970) == [1_790_000_100, 1_790_000_200.5])
    #expect(confirmed.history.map(\.parameters.secret.text) == ["an older secret of the account, ", "former secret of 20b"])
    #expect(confirmed.history.map(\.parameters.form) == [.timeBased(period: .seconds(30)), .counterBased(counter: 7)])
    #expect(confirmed.history.map(\.parameters.digits) == [6, 8])
  }

  @Test("keeps unknown fields and the stamps of unchanged ones when a record is written over it")
  func rewriting() throws {
    let vector = try #require(try Case.load().first { $0.id == "unknown-fields" })
    let before = try RecordBody(decoding: SecretBytes(copying: vector.bytes))
    var generator = SystemRandomNumberGenerator()
    let later = FieldStamp(time: .max, device: .random(using: &generator))
    var body = before
    body.write(.password(Sample.password(try #require(Self.id), password: "changed")), stamp: later)
    #expect(Set(body.fields.keys) == Set(before.fields.keys))
    for (key, field) in body.fields {
      let old = try #require(before.fields[key])
      #expect((field.stamp == later) == (key == 4))
      #expect(constantTimeEquals(field.value, old.value) == (key != 4))
    }
  }

  @Test("with a flipped bit is refused or read as other content, never as a second encoding of the same")
  func bitFlips() throws {
    // Of contents that are written alike, one is enough: every bit of every content costs one reading.
    let alike: Set = [
      "annotated-note", "card-of-letters", "bare-card", "card-secrets-taken-away", "trashed-card", "unknown-fields-of-a-card",
    ]
    // In each byte one bit is flipped, a different one in the next content; `make flips` flips all of them.
    let isWhole = ProcessInfo.processInfo.environment["PASSFOLD_FLIPS"] != nil
    for (number, vector) in try Case.load().filter({ $0.result == "opens" && !alike.contains($0.id) }).enumerated() {
      for position in 0..<(vector.bytes.count * 8) where isWhole || position % 8 == (position / 8 + number) % 8 {
        var altered = vector.bytes
        altered[position / 8] ^= 1 << UInt8(position % 8)
        guard let body = try? RecordBody(decoding: SecretBytes(copying: altered)) else { continue }
        let same = body.encoded().withBytes { Array($0) } == altered
        #expect(same, "\(vector.id), bit \(position)")
        _ = try? body.record(try #require(Self.id))
      }
    }
  }
}
