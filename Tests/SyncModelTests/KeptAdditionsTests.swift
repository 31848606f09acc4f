// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SecretMemory
import SyncModel
import Testing
import passfold_simulate

@Suite("Merged notes and custom fields that both sides changed")
struct KeptAdditionsTests {
  /// 2026-11-28 in UTC.
  private static let day: UInt64 = 1_795_824_000_000

  private let name: RecordName
  private let devices: [DeviceIdentifier]

  init() throws {
    name = try TestAccount.record(1)
    devices = try (0..<3).map { try #require(DeviceIdentifier([UInt8](repeating: $0, count: 16))) }
  }

  private func stamp(_ offset: UInt64, _ device: Int = 0) -> FieldStamp {
    FieldStamp(time: (Self.day + offset) << 16, device: devices[device])
  }

  private func noted(_ text: String?, _ time: UInt64, over body: RecordBody = RecordBody(kind: MergedField.password)) -> RecordBody {
    var body = body
    let value = text.map { CBORValue.bytes(Array($0.utf8)) } ?? .null
    body.set(MergedField.addedNote, to: RandomRecords.secret(value), stamp: stamp(time))
    return body
  }

  private func fielded(
    _ fields: [(name: String, value: String, isHidden: Bool)], _ time: UInt64,
    over body: RecordBody = RecordBody(kind: MergedField.password)
  ) -> RecordBody {
    var body = body
    var elements = body.fields[MergedField.customFields].flatMap { StampedElements($0.value) } ?? StampedElements()
    let wanted = fields.enumerated().map { position, field in
      let element = CustomField(
        isHidden: field.isHidden, name: field.name, value: SharedSecret(copying: Array(field.value.utf8)), position: UInt64(position))
      return (CustomField.identifier(of: field.name), element.encoded)
    }
    elements.replace(with: Dictionary(wanted) { _, last in last }, stamp: stamp(time))
    body.set(MergedField.customFields, to: elements.encoded, stamp: stamp(time))
    return body
  }

  private func merged(_ placed: RecordBody, _ pending: RecordBody, base: RecordBody?) -> RecordBody {
    RecordMerge(placed: placed, pending: pending, base: base, of: name, stamp: stamp(1000, 2)).body
  }

  private func note(of body: RecordBody) -> String? {
    body.fields[MergedField.addedNote]?.value.withBytes { bytes in
      var cursor = SecretCBORCursor(bytes)
      return (try? cursor.readBytes()).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The user's custom fields by name; a hidden value is preceded by an asterisk.
  private func fields(of body: RecordBody) -> [String: String] {
    let values = body.fields[MergedField.customFields].flatMap { StampedElements($0.value) }?.values ?? [:]
    let fields = values.values.compactMap { CustomField($0) }
    return Dictionary(
      uniqueKeysWithValues: fields.map { field in
        (field.name, (field.isHidden ? "*" : "") + field.value.withBytes { String(decoding: $0, as: UTF8.self) })
      })
  }

  private func bytes(_ body: RecordBody) -> [UInt8] { body.encoded().withBytes { Array($0) } }

  @Test("keep the losing note as a hidden field that names its origin, whichever side lost")
  func notes() {
    let base = noted("old", 1)
    let (early, late) = (noted("of the desk", 10, over: base), noted("of the laptop", 20, over: base))
    for body in [merged(early, late, base: base), merged(late, early, base: base)] {
      #expect(note(of: body) == "of the laptop")
      #expect(fields(of: body) == ["Note (other device, 2026-11-28)": "*of the desk"])
    }
    #expect(bytes(merged(early, late, base: base)) == bytes(merged(late, early, base: base)))
  }

  @Test("keep the losing field as a further one, hidden if it was hidden")
  func customFields() {
    let base = fielded([("PIN", "0", true), ("Shelf", "0", false)], 1)
    let early = fielded([("PIN", "1", true), ("Shelf", "1", false)], 10, over: base)
    let late = fielded([("PIN", "2", true), ("Shelf", "2", false)], 20, over: base)
    let expected = [
      "PIN": "*2", "Shelf": "2", "PIN (other device, 2026-11-28)": "*1", "Shelf (other device, 2026-11-28)": "1",
    ]
    #expect(fields(of: merged(early, late, base: base)) == expected)
    #expect(fields(of: merged(late, early, base: base)) == expected)
  }

  @Test("keep two fields with one name that both sides added")
  func addedTwice() {
    let base = RecordBody(kind: MergedField.password)
    let body = merged(fielded([("PIN", "1", true)], 10), fielded([("PIN", "2", true)], 20), base: base)
    #expect(fields(of: body) == ["PIN": "*2", "PIN (other device, 2026-11-28)": "*1"])
  }

  @Test("keep an edit that the other side removed, and nothing of the removed original")
  func removals() {
    let base = noted("old", 1, over: fielded([("PIN", "0", true)], 1))
    let edited = noted("edited", 10, over: fielded([("PIN", "1", true)], 10, over: base))
    let removed = noted(nil, 20, over: fielded([], 20, over: base))
    let body = merged(edited, removed, base: base)
    #expect(note(of: body) == nil)
    #expect(fields(of: body) == ["PIN (other device, 2026-11-28)": "*1", "Note (other device, 2026-11-28)": "*edited"])
    let early = noted(nil, 5, over: fielded([], 5, over: base))
    let later = merged(early, edited, base: base)
    #expect(note(of: later) == "edited")
    #expect(fields(of: later) == ["PIN": "*1"])
  }

  @Test("are not duplicated if only one side changed them or both made the same change")
  func oneSide() {
    let base = noted("old", 1, over: fielded([("PIN", "0", true), ("Shelf", "0", false)], 1))
    let edited = noted("new", 10, over: fielded([("PIN", "1", true), ("Shelf", "0", false)], 10, over: base))
    var titled = base
    titled.set(1, to: RandomRecords.secret("title"), stamp: stamp(20))
    let same = noted("new", 30, over: fielded([("PIN", "1", true), ("Shelf", "0", false)], 30, over: base))
    for (left, right) in [(edited, titled), (titled, edited), (edited, same), (same, edited)] {
      let body = merged(left, right, base: base)
      #expect(note(of: body) == "new")
      #expect(fields(of: body) == ["PIN": "*1", "Shelf": "0"])
    }
  }

  @Test("take one side's new value even if the other side moved the field later")
  func places() {
    let base = fielded([("Shelf", "0", false), ("PIN", "0", true)], 1)
    let edited = fielded([("Shelf", "0", false), ("PIN", "1", true)], 10, over: base)
    let moved = fielded([("PIN", "0", true)], 20, over: base)
    for (left, right) in [(edited, moved), (moved, edited)] {
      #expect(fields(of: merged(left, right, base: base)) == ["PIN": "*1"])
    }
  }

  @Test("count as changed on both sides if the common version is unknown")
  func unknownBase() {
    let (early, late) = (noted("one", 10), noted("two", 20))
    #expect(fields(of: merged(early, late, base: nil)) == ["Note (other device, 2026-11-28)": "*one"])
    #expect(fields(of: merged(late, late, base: nil)) == [:])
    #expect(fields(of: merged(late, RecordBody(kind: MergedField.password), base: nil)) == [:])
  }

  @Test("are kept once if two devices make the same merge, and side by side if the merges differ")
  func meetings() {
    let base = noted("old", 1)
    let placed = noted("placed", 10, over: base)
    let first = merged(placed, noted("first", 20, over: base), base: base)
    let second = merged(placed, noted("second", 30, over: base), base: base)
    for body in [merged(first, second, base: placed), merged(second, first, base: placed)] {
      #expect(note(of: body) == "second")
      #expect(fields(of: body) == ["Note (other device, 2026-11-28)": "*placed", "Note (other device, 2026-11-28, 2)": "*first"])
    }
    // A kept copy is not copied again.
    let again = merged(placed, merged(first, second, base: placed), base: nil)
    #expect(fields(of: again).count == 2)
  }

  @Test("get names of at most 200 bytes, distinct from those of earlier copies")
  func names() {
    let long = String(repeating: "ä", count: 100)
    let body = merged(fielded([(long, "1", true)], 10), fielded([(long, "2", true)], 20), base: nil)
    #expect(fields(of: body).count == 2)
    #expect(fields(of: body).keys.allSatisfy { $0.utf8.count <= 200 })
    let copy = "PIN (other device, 2026-11-28)"
    let twice = merged(fielded([(copy, "1", true)], 10), fielded([(copy, "2", true)], 20), base: nil)
    #expect(fields(of: twice) == [copy: "*2", "PIN (other device, 2026-11-28, 2)": "*1"])
  }

  @Test("are left unchanged if a newer version wrote them")
  func newer() {
    let strange = RecordBody(
      kind: MergedField.password, fields: [MergedField.customFields: .init(value: RandomRecords.secret("strange"), stamp: stamp(30))])
    let body = merged(noted("one", 10, over: strange), noted("two", 20, over: strange), base: nil)
    #expect(note(of: body) == "two")
    #expect(body.fields[MergedField.customFields].map { constantTimeEquals($0.value, RandomRecords.secret("strange")) } == true)
  }
}
