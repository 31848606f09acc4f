// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SecretMemory
import SyncModel

/// The users' changes to their records.
extension Simulation {
  static func value(_ value: CBORValue) -> SharedSecret {
    SharedSecret(copying: CBOREncoder(profile: .deterministic).encode(value))
  }

  mutating func fresh() -> CBORValue { .bytes((0..<8).map { _ in generator.next() }) }

  /// A field that no version of the program knows.
  static let unknownField: UInt64 = 999

  mutating func edit(_ device: Int) throws {
    let known = devices[device].entries.filter { $0.value.waiting.isEmpty && $0.value.current.kind != MergedField.tombstone }
      .map(\.key).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    guard let record = known.randomElement(using: &generator), chance(75) else {
      add(device)
      return store(device)
    }
    let isPassword = devices[device].entries[record]?.current.kind == MergedField.password
    let isCode = devices[device].entries[record]?.current.kind == MergedField.oneTimeCode
    let value = fresh()
    let choice = Int.random(in: 0..<100, using: &generator)
    let mayPurge =
      devices[device].chain.mayPurge(record, log: devices[device].log, atMilliseconds: devices[device].milliseconds(at: time))
    devices[device].edit(record, at: time) { body, stamp in
      switch choice {
      case ..<45 where isPassword: Self.changePassword(of: &body, to: value, stamp)
      case ..<60 where isCode: Self.useCodes(of: &body, 1 + UInt64(choice % 3), stamp)
      case ..<60: body.set(1, to: Self.value(value), stamp: stamp)
      case ..<75: body.set(Self.unknownField, to: Self.value([value, .null]), stamp: stamp)
      case ..<85: body.set(MergedField.trashedAt, to: Self.value(.unsigned(1)), stamp: stamp)
      case ..<90: body.set(MergedField.trashedAt, to: Self.value(.null), stamp: stamp)
      // Passkeys less often: there is no guarantee for erased ones.
      case ..<(isPassword ? 97 : 93) where mayPurge && body.isTrashed:
        body = RecordBody(kind: MergedField.tombstone)
        body.set(250, to: Self.value(.unsigned(1)), stamp: stamp)
      default:
        var tags = body.fields[30].flatMap { StampedElements($0.value) } ?? StampedElements()
        var elements = tags.values
        elements[StampedElements.identifier("tag", value.bytesValue ?? [])] = Self.value(value)
        if elements.count > 3 { elements.removeValue(forKey: elements.keys.min { $0.lexicographicallyPrecedes($1) } ?? []) }
        tags.replace(with: elements, stamp: stamp)
        body.set(30, to: tags.encoded, stamp: stamp)
      }
    }
    store(device)
  }

  private static func changePassword(of body: inout RecordBody, to value: CBORValue, _ stamp: FieldStamp) {
    let former = body.fields[MergedField.secret].flatMap { plain($0.value) } ?? .null
    var history = body.fields[MergedField.passwordHistory].flatMap { plain($0.value)?.arrayValue } ?? []
    history.append([.unsigned(HybridClock.milliseconds(of: stamp.time)), former])
    body.set(MergedField.passwordHistory, to: Self.value(.array(history)), stamp: stamp)
    body.set(MergedField.secret, to: Self.value(value), stamp: stamp)
  }

  private static func useCodes(of body: inout RecordBody, _ count: UInt64, _ stamp: FieldStamp) {
    body.set(MergedField.codeForm, to: value([1, .unsigned((counter(of: body) ?? 0) + count)]), stamp: stamp)
  }

  /// The number of the next code; nil for all but codes that are counted.
  static func counter(of body: RecordBody) -> UInt64? {
    guard body.kind == MergedField.oneTimeCode, let form = body.fields[MergedField.codeForm].flatMap({ plain($0.value)?.arrayValue }),
      form.count == 2, case .unsigned(let counter) = form[1]
    else { return nil }
    return counter
  }

  static func plain(_ value: SharedSecret) -> CBORValue? { value.withBytes { try? CBORDecoder(profile: .rfc8949).decode($0) } }

  private mutating func add(_ device: Int) {
    let stamp = devices[device].stamp(at: time)
    let secret = fresh()
    func field(_ value: CBORValue) -> RecordBody.Field { RecordBody.Field(value: Self.value(value), stamp: stamp) }
    if chance(30) {
      // Names that two devices may choose independently, which takes a fault or a dishonest party.
      guard let record = RecordName([UInt8](repeating: UInt8.random(in: 200...202, using: &generator), count: 16)),
        devices[device].entries[record] == nil
      else { return }
      let fields = Dictionary(uniqueKeysWithValues: MergedField.writeOnce.map { ($0, field(secret)) })
      devices[device].add(RecordBody(kind: MergedField.passkey, fields: fields), as: record)
      passkeys[secret.bytesValue ?? []] = (record, device)
      makers[record] = makers[record] ?? device
    } else if hasCodes, chance(50) {
      let record = RecordName.random(using: &generator)
      let fields = [
        MergedField.secret: field(secret), MergedField.codeAlgorithm: field("SHA1"), MergedField.codeDigits: field(6),
        MergedField.codeForm: field([1, 0]),
      ]
      devices[device].add(RecordBody(kind: MergedField.oneTimeCode, fields: fields), as: record)
      makers[record] = device
    } else {
      let record = RecordName.random(using: &generator)
      devices[device].add(
        RecordBody(kind: MergedField.password, fields: [1: field("title"), MergedField.secret: field(secret)]), as: record)
      makers[record] = device
    }
  }
}

extension RecordBody {
  fileprivate var isTrashed: Bool {
    fields[MergedField.trashedAt].map { field in !field.value.withBytes { $0.elementsEqual([0xF6]) } } ?? false
  }
}
