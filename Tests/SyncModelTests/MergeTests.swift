// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Foundation
import SecretMemory
import SyncModel
import Testing
import passfold_simulate

@Suite("Merging records (design: section 3.10)")
struct MergeTests {
  private let name: RecordName
  private let devices: [DeviceIdentifier]

  init() throws {
    name = try TestAccount.record(1)
    devices = try (0..<3).map { try #require(DeviceIdentifier([UInt8](repeating: $0, count: 16))) }
  }

  private func stamp(_ milliseconds: UInt64, _ device: Int = 0) -> FieldStamp {
    FieldStamp(time: milliseconds << 16, device: devices[device])
  }

  private func field(_ value: CBORValue, _ milliseconds: UInt64, _ device: Int = 0) -> RecordBody.Field {
    RecordBody.Field(value: RandomRecords.secret(value), stamp: stamp(milliseconds, device))
  }

  private func password(_ text: String, _ milliseconds: UInt64, _ device: Int = 0) -> RecordBody {
    RecordBody(kind: MergedField.password, fields: [MergedField.secret: field(.bytes(Array(text.utf8)), milliseconds, device)])
  }

  private func value(_ key: UInt64, of body: RecordBody) throws -> CBORValue? {
    try body.fields[key].map { field in try field.value.withBytes { try CBORDecoder(profile: .rfc8949).decode($0) } }
  }

  private func bytes(of body: RecordBody) -> [UInt8] { body.encoded().withBytes { Array($0) } }

  /// The previous passwords or texts, the oldest first.
  private func former(_ body: RecordBody, _ key: UInt64 = MergedField.passwordHistory) throws -> [String] {
    (try value(key, of: body)?.arrayValue ?? []).compactMap { entry in
      entry.arrayValue?[1].bytesValue.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test("each field keeps the value with the later stamp, and the device decides between equal times")
  func fields() throws {
    let left = RecordBody(kind: 1, fields: [1: field("old", 1), 3: field("mine", 5, 1), 29: field(true, 1)])
    let right = RecordBody(kind: 1, fields: [1: field("new", 2), 3: field("theirs", 5, 2), 31: field(.null, 1)])
    let body = RecordJoin(left, right, of: name).body
    #expect(try value(1, of: body) == "new")
    #expect(try value(3, of: body) == "theirs")
    #expect(try value(29, of: body) == true)
    #expect(try value(31, of: body) == .null)
    #expect(body.fields[1]?.stamp == stamp(2))
  }

  @Test("each element of a set is merged separately, whatever the field's number")
  func sets() throws {
    func set(_ elements: [UInt8: (CBORValue, UInt64)]) -> CBORValue {
      let entries = elements.map { key, element in
        CBORMap.Entry(
          key: .bytes([UInt8](repeating: key, count: 8)), value: .array([element.0, .bytes(stamp(element.1).bytes)]))
      }
      return .map(CBORMap(entries) ?? CBORMap())
    }
    for key: UInt64 in [2, 30, 777] {
      let left = RecordBody(kind: 1, fields: [key: field(set([1: ("a", 1), 2: ("gone", 1), 3: ("x", 4)]), 4)])
      let right = RecordBody(kind: 1, fields: [key: field(set([2: (.null, 2), 3: ("y", 3), 4: ("b", 9)]), 9)])
      let body = RecordJoin(left, right, of: name).body
      #expect(try value(key, of: body) == set([1: ("a", 1), 2: (.null, 2), 3: ("x", 4), 4: ("b", 9)]))
      #expect(body.fields[key]?.stamp == stamp(9))
    }
  }

  @Test("a losing password is kept in the history with the time at which it was set")
  func losers() throws {
    let body = RecordJoin(password("mine", 7), password("theirs", 9), of: name).body
    #expect(try value(MergedField.secret, of: body) == .bytes(Array("theirs".utf8)))
    #expect(try former(body) == ["mine"])
    #expect(try value(MergedField.passwordHistory, of: body)?.arrayValue?.first?.arrayValue?.first == 7)
  }

  @Test("the histories of both sides are kept, each value once with its latest time")
  func histories() throws {
    func with(_ body: RecordBody, _ history: [(UInt64, String)]) -> RecordBody {
      var body = body
      let value = CBORValue.array(history.map { .array([.unsigned($0.0), .bytes(Array($0.1.utf8))]) })
      body.set(MergedField.passwordHistory, to: RandomRecords.secret(value), stamp: stamp(1))
      return body
    }
    let left = with(password("c", 30), [(10, "a"), (30, "b")])
    let right = with(password("d", 40), [(12, "a"), (40, "x")])
    let body = RecordJoin(left, right, of: name).body
    #expect(try former(body) == ["a", "b", "c", "x"])
    #expect(try value(MergedField.passwordHistory, of: body)?.arrayValue?.first == .array([12, .bytes(Array("a".utf8))]))
  }

  @Test("a password history keeps the newest 20 entries and all within a year of the newest, and a text history the newest 20")
  func historyLimits() throws {
    let day: UInt64 = 24 * 60 * 60 * 1000
    func merged(every step: UInt64, kind: UInt8 = MergedField.password) -> RecordBody {
      let key = kind == MergedField.password ? MergedField.secret : MergedField.text
      return (1...40).map { number in
        RecordBody(kind: kind, fields: [key: field(.bytes([UInt8(number)]), UInt64(number) * step)])
      }.reduce(RecordBody(kind: kind)) { RecordJoin($0, $1, of: name).body }
    }
    #expect(try former(merged(every: day)).count == 39)
    #expect(try former(merged(every: 100 * day)).count == 20)
    #expect(try former(merged(every: day, kind: MergedField.note), MergedField.textHistory).count == 20)
  }

  @Test("the parameters of a one-time code change as a unit, and the losing set is kept in the history")
  func codes() throws {
    func code(_ secret: String, at time: UInt64, digits: UInt64, at digitsTime: UInt64) -> RecordBody {
      RecordBody(
        kind: MergedField.oneTimeCode,
        fields: [
          MergedField.secret: field(.bytes(Array(secret.utf8)), time), MergedField.codeAlgorithm: field("SHA1", 1),
          MergedField.codeDigits: field(.unsigned(digits), digitsTime), MergedField.codeForm: field([0, 30], 1),
        ])
    }
    let body = RecordJoin(code("new", at: 9, digits: 6, at: 1), code("other", at: 5, digits: 8, at: 6), of: name).body
    #expect(try value(MergedField.secret, of: body) == .bytes(Array("new".utf8)))
    #expect(try value(MergedField.codeDigits, of: body) == 6)
    let entry = try value(MergedField.codeHistory, of: body)?.arrayValue?.first?.arrayValue
    #expect(entry == [6, .bytes(Array("other".utf8)), "SHA1", 8, [0, 30]])
  }

  @Test("a different counter of the same secret adds no entry to the history")
  func counters() throws {
    func counted(_ counter: UInt64) -> RecordBody {
      RecordBody(
        kind: MergedField.oneTimeCode,
        fields: [
          MergedField.secret: field(.bytes([1]), 1), MergedField.codeAlgorithm: field("SHA1", 1), MergedField.codeDigits: field(6, 1),
          MergedField.codeForm: field([1, .unsigned(counter)], 10 + counter),
        ])
    }
    let body = RecordJoin(counted(3), counted(4), of: name).body
    #expect(try value(MergedField.codeForm, of: body) == [1, 4])
    #expect(try value(MergedField.codeHistory, of: body) == [])
  }

  /// One-time codes of a secret, with the counter and the time at which it was written.
  private func counted(_ counter: UInt64, secret: UInt8 = 1, at time: UInt64) -> RecordBody {
    RecordBody(
      kind: MergedField.oneTimeCode,
      fields: [
        MergedField.secret: field(.bytes([secret]), secret == 1 ? 1 : time), MergedField.codeAlgorithm: field("SHA1", 1),
        MergedField.codeDigits: field(6, 1), MergedField.codeForm: field([1, .unsigned(counter)], time),
      ])
  }

  @Test("of two counters of one secret the greater one is kept, even if it is older, and the merge needs a commit")
  func greatestCounter() throws {
    for (left, right) in [(counted(3, at: 10), counted(1, at: 20)), (counted(1, at: 20), counted(3, at: 10))] {
      let merge = RecordMerge(placed: left, pending: right, base: counted(0, at: 5), of: name, stamp: stamp(30, 2))
      #expect(try value(MergedField.codeForm, of: merge.body) == [1, 3])
      #expect(merge.body.fields[MergedField.codeForm]?.stamp == stamp(20))
      #expect(try value(MergedField.codeHistory, of: merge.body) == [])
      #expect(merge.isPending)
      #expect(bytes(of: RecordJoin(merge.body, left, of: name).body) == bytes(of: merge.body))
      #expect(bytes(of: RecordJoin(right, merge.body, of: name).body) == bytes(of: merge.body))
    }
  }

  @Test("a counter belongs to its secret, and returns with its greatest value when that secret returns")
  func counterOfAnotherSecret() throws {
    let (first, other, again) = (counted(5, at: 10), counted(2, secret: 2, at: 20), counted(3, at: 30))
    let replaced = RecordJoin(first, other, of: name).body
    #expect(try value(MergedField.codeForm, of: replaced) == [1, 2])
    #expect(try value(MergedField.codeHistory, of: replaced) == [[10, .bytes([1]), "SHA1", 6, [1, 5]]])
    for body in [RecordJoin(replaced, again, of: name).body, RecordJoin(first, RecordJoin(other, again, of: name).body, of: name).body] {
      #expect(try value(MergedField.codeForm, of: body) == [1, 5])
      #expect(try value(MergedField.codeHistory, of: body) == [[20, .bytes([2]), "SHA1", 6, [1, 2]]])
    }
  }

  @Test("of two passkeys under one record name, the second is kept under a name that every device derives alike")
  func passkeys() throws {
    func passkey(_ key: UInt8, _ milliseconds: UInt64, title: String = "") -> RecordBody {
      var fields = Dictionary(uniqueKeysWithValues: MergedField.writeOnce.map { ($0, field(.bytes([key]), milliseconds)) })
      fields[3] = field(.text(title), 50)
      return RecordBody(kind: MergedField.passkey, fields: fields)
    }
    let joined = RecordJoin(passkey(1, 9), passkey(2, 5), of: name)
    #expect(try value(MergedField.secret, of: joined.body) == .bytes([2]))
    let conflict = try #require(joined.conflict)
    #expect(try value(MergedField.secret, of: conflict.body) == .bytes([1]))
    #expect(conflict.record != name)
    #expect(RecordJoin(passkey(2, 5), passkey(1, 9), of: name).conflict?.record == conflict.record)
    #expect(RecordJoin(passkey(3, 9), passkey(2, 5), of: name).conflict?.record != conflict.record)
    // The same passkey with another title is no conflict, and its write-once fields are unchanged.
    let renamed = RecordJoin(passkey(1, 9), passkey(1, 9, title: "other"), of: name)
    #expect(renamed.conflict == nil)
  }

  @Test("two kinds under one record name become two records")
  func kinds() throws {
    let joined = RecordJoin(password("p", 1), RecordBody(kind: MergedField.note, fields: [40: field(.bytes([1]), 9)]), of: name)
    #expect(joined.body.kind == MergedField.password)
    #expect(joined.conflict?.body.kind == MergedField.note)
  }

  @Test("unknown kinds and fields are kept byte for byte")
  func unknown() throws {
    let strange = RandomRecords.secret([1, ["x", .null], .map([1: 2])])
    let left = RecordBody(kind: 201, fields: [9_999: RecordBody.Field(value: strange, stamp: stamp(1)), 1: field("a", 1)])
    let right = RecordBody(kind: 201, fields: [1: field("b", 2)])
    let body = RecordJoin(left, right, of: name).body
    #expect(body.kind == 201)
    let kept = try #require(body.fields[9_999])
    #expect(constantTimeEquals(kept.value, strange))
    #expect(kept.stamp == stamp(1))
    let encoded = bytes(of: body)
    let read = RecordBody(content: SecretBytes(copying: encoded))
    #expect(read.map(bytes(of:)) == encoded)
  }

  @Test("a history from a newer version is kept unchanged")
  func newerHistory() throws {
    var newer = password("mine", 7)
    newer.set(MergedField.passwordHistory, to: RandomRecords.secret(.array([[1, .bytes([1]), "more"]])), stamp: stamp(3))
    let body = RecordJoin(newer, password("theirs", 9), of: name).body
    #expect(try value(MergedField.passwordHistory, of: body) == .array([[1, .bytes([1]), "more"]]))
  }

  private func trashed(_ body: RecordBody, at milliseconds: UInt64) -> RecordBody {
    var body = body
    body.set(MergedField.trashedAt, to: RandomRecords.secret(.unsigned(milliseconds)), stamp: stamp(milliseconds))
    return body
  }

  private func titled(_ body: RecordBody, at milliseconds: UInt64) -> RecordBody {
    var body = body
    body.set(1, to: RandomRecords.secret("edited"), stamp: stamp(milliseconds, 1))
    return body
  }

  @Test("an edit wins over a concurrent move to the trash, whatever the times and the order in the chain", arguments: [3, 8] as [UInt64])
  func trashAndEdit(time: UInt64) throws {
    let base = password("p", 1)
    let (trash, edit) = (trashed(base, at: 5), titled(base, at: time))
    for (placed, pending) in [(trash, edit), (edit, trash)] {
      let merge = RecordMerge(placed: placed, pending: pending, base: base, of: name, stamp: stamp(10, 2))
      #expect(try value(MergedField.trashedAt, of: merge.body) == .null)
      #expect(merge.body.fields[MergedField.trashedAt]?.stamp == stamp(10, 2))
      #expect(try value(1, of: merge.body) == "edited")
      #expect(merge.isPending)
    }
    let unknownBase = RecordMerge(placed: trash, pending: edit, base: nil, of: name, stamp: stamp(10, 2))
    #expect(try value(MergedField.trashedAt, of: unknownBase.body) == .null)
  }

  @Test("a move to the trash is kept if nothing else changed, or if the edit was made in the trash")
  func trashAlone() throws {
    let base = password("p", 1)
    let trash = trashed(base, at: 5)
    let untouched = RecordMerge(placed: trash, pending: base, base: base, of: name, stamp: stamp(10))
    #expect(try value(MergedField.trashedAt, of: untouched.body) == 5)
    #expect(!untouched.isPending)
    let twice = RecordMerge(placed: trash, pending: trashed(base, at: 6), base: base, of: name, stamp: stamp(10))
    #expect(try value(MergedField.trashedAt, of: twice.body) == 6)
    let inTrash = RecordMerge(placed: titled(trash, at: 7), pending: titled(trash, at: 8), base: trash, of: name, stamp: stamp(10))
    #expect(try value(MergedField.trashedAt, of: inTrash.body) == 5)
  }

  @Test("an edit that a tombstone's author had not seen restores the record")
  func tombstones() throws {
    let tombstone = RecordBody(kind: MergedField.tombstone, fields: [250: field(.unsigned(5), 5)])
    let edit = titled(password("p", 1), at: 3)
    let merge = RecordMerge(placed: tombstone, pending: edit, base: password("p", 1), of: name, stamp: stamp(10))
    #expect(bytes(of: merge.body) == bytes(of: edit))
    #expect(merge.isPending)
    let later = RecordBody(kind: MergedField.tombstone, fields: [250: field(.unsigned(9), 9)])
    #expect(try value(250, of: RecordJoin(tombstone, later, of: name).body) == 9)
  }

  @Test("without a local change the version in the chain is taken, unless it is another record under the same name")
  func nothingPending() throws {
    let known = titled(password("p", 1), at: 3)
    let placed = password("q", 2)
    let taken = RecordMerge(placed: placed, known: known, of: name)
    #expect(bytes(of: taken.body) == bytes(of: placed))
    #expect(!taken.isPending)
    let tombstone = RecordBody(kind: MergedField.tombstone, fields: [250: field(.unsigned(5), 5)])
    #expect(RecordMerge(placed: tombstone, known: known, of: name).body.kind == MergedField.tombstone)
    #expect(RecordMerge(placed: known, known: tombstone, of: name).body.kind == MergedField.password)
    let other = RecordBody(kind: MergedField.note, fields: [40: field(.bytes([1]), 9)])
    let both = RecordMerge(placed: other, known: known, of: name)
    #expect(bytes(of: both.body) == bytes(of: known))
    #expect(both.conflict?.body.kind == MergedField.note)
    #expect(both.isPending)
  }

  @Test("stamps more than a day ahead are reported and those more than 366 days ahead quarantined, also inside sets")
  func standing() throws {
    let day: UInt64 = 24 * 60 * 60 * 1000
    let now: UInt64 = 1_790_000_000_000
    func standing(_ milliseconds: UInt64) -> StampStanding { password("p", milliseconds).standing(atMilliseconds: now) }
    #expect(standing(1) == .plausible)
    #expect(standing(now + day) == .plausible)
    #expect(standing(now + day + 1) == .ahead)
    #expect(standing(now + 366 * day) == .ahead)
    #expect(standing(now + 366 * day + 1) == .quarantined)
    let element = CBORMap.Entry(key: .bytes([UInt8](repeating: 1, count: 8)), value: .array([.null, .bytes(stamp(now + 400 * day).bytes)]))
    let set = CBORValue.map(CBORMap([element]) ?? CBORMap())
    #expect(RecordBody(kind: 1, fields: [2: field(set, 1)]).standing(atMilliseconds: now) == .quarantined)
    #expect(RecordBody(kind: 1).standing(atMilliseconds: 0) == .plausible)
  }

  @Test("a clock continues after its last value, unless that is more than 366 days ahead")
  func clock() {
    let now: UInt64 = 1_790_000_000_000
    let year: UInt64 = 366 * 24 * 60 * 60 * 1000
    func next(after last: UInt64) -> UInt64 { HybridClock(last: last).next(at: Date(timeIntervalSince1970: Double(now) / 1000)) }
    #expect(next(after: 0) == now << 16)
    #expect(next(after: now << 16) == now << 16 + 1)
    #expect(next(after: (now + year) << 16) == (now + year) << 16 + 1)
    #expect(next(after: (now + year + 1) << 16) == now << 16)
    #expect(next(after: .max) == now << 16)
  }

  @Test("a change is stamped later than everything in the record, also inside sets")
  func stampsOfChanges() {
    let early = stamp(5)
    #expect(early.after(RecordBody(kind: 1)) == early)
    #expect(early.after(password("p", 4)) == early)
    #expect(early.after(password("p", 5)).time == stamp(5).time + 1)
    let element = CBORMap.Entry(key: .bytes([UInt8](repeating: 1, count: 8)), value: .array([.null, .bytes(stamp(9).bytes)]))
    let set = RecordBody(kind: 1, fields: [2: field(.map(CBORMap([element]) ?? CBORMap()), 1)])
    #expect(early.after(password("p", 7), set).time == stamp(9).time + 1)
    #expect(early.after(set).device == early.device)
    let last = RecordBody(
      kind: 1, fields: [1: .init(value: SharedSecret(copying: [0xF6]), stamp: FieldStamp(time: .max, device: early.device))])
    #expect(early.after(last).time == .max)
  }
}
