// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory

/// Notes and custom fields that both sides changed. They have no history, so the losing value is kept next to the winning one.
extension RecordMerge {
  /// One side's value and its stamp; no value if it was removed.
  private struct Side {
    let value: SharedSecret?
    let stamp: FieldStamp?

    func isSame(as other: Side?) -> Bool {
      guard let value, let other = other?.value else { return value == nil && other?.value == nil }
      return constantTimeEquals(value, other)
    }
  }

  private enum Verdict {
    case stays
    /// The winning value is the base, for example because the field was moved: only the other side changed the value.
    case taken(Side)
    /// Both sides changed it, and this value lost.
    case kept(SharedSecret, FieldStamp)
  }

  /// - Parameter base: The version that both sides started from; nil if it is unknown, in which case both count as changed.
  private static func judge(_ winner: Side, _ sides: [Side], base: Side?) -> Verdict {
    guard let loser = sides.first(where: { !$0.isSame(as: winner) }) else { return .stays }
    if let base {
      if loser.isSame(as: base) { return .stays }
      if winner.isSame(as: base) { return .taken(loser) }
    }
    guard let value = loser.value, let stamp = loser.stamp else { return .stays }
    return .kept(value, stamp)
  }

  /// Adds losing values to the result of the join.
  /// - Parameter stamp: The stamp for changes that the merge itself makes.
  static func keepAdditions(
    in body: inout RecordBody, placed: RecordBody, pending: RecordBody, base: RecordBody?, stamp: FieldStamp
  ) {
    keepNote(in: &body, placed, pending, base, stamp)
    keepFields(in: &body, placed, pending, base, stamp)
  }

  private static func keepNote(
    in body: inout RecordBody, _ placed: RecordBody, _ pending: RecordBody, _ base: RecordBody?, _ stamp: FieldStamp
  ) {
    func side(_ body: RecordBody) -> Side {
      let field = body.fields[MergedField.addedNote]
      return Side(value: field.flatMap { bytes($0.value) }, stamp: field?.stamp)
    }
    // Values from a newer version stay as the join left them.
    let notes = [body, placed, pending, base].compactMap { $0?.fields[MergedField.addedNote]?.value }
    guard notes.allSatisfy({ isNull($0) || bytes($0) != nil }) else { return }
    switch judge(side(body), [side(placed), side(pending)], base: base.map(side)) {
    case .stays: break
    case .taken(let other):
      let value = other.value.map { encode($0) } ?? SharedSecret(copying: null)
      body.set(MergedField.addedNote, to: value, stamp: stamp)
    case .kept(let value, let written):
      // A note is shown only on request, so the copy is, too.
      KeptCopy(of: "Note", value, isHidden: true, written: written).add(to: &body)
    }
  }

  private static func keepFields(
    in body: inout RecordBody, _ placed: RecordBody, _ pending: RecordBody, _ base: RecordBody?, _ stamp: FieldStamp
  ) {
    guard let joined = body.customFields, let left = placed.customFields, let right = pending.customFields,
      let former = base.map(\.customFields) ?? [:]
    else { return }
    for (identifier, winner) in joined.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let elements: [StampedElements.Element?] = [winner, left[identifier], right[identifier], former[identifier]]
      let found = elements.map { element in element.flatMap { CustomField($0.value) } }
      // Values from a newer version stay as the join left them.
      guard zip(elements, found).allSatisfy({ element, field in field != nil || element.map { isNull($0.value) } ?? true }) else {
        continue
      }
      let sides = zip(elements, found).map { Side(value: $1?.value, stamp: $0?.stamp) }
      switch judge(sides[0], [sides[1], sides[2]], base: base == nil ? nil : sides[3]) {
      case .stays: break
      case .taken(let other):
        guard let source = found[0] ?? found[1] ?? found[2] else { continue }
        let value = other.value.map { value in
          CustomField(isHidden: source.isHidden, name: source.name, value: value, position: source.position).encoded
        }
        body.setCustomField(identifier, to: value ?? SharedSecret(copying: null), stamp: stamp)
      case .kept(let value, let written):
        let fields = found.compactMap(\.self)
        guard let name = fields.first?.name else { continue }
        KeptCopy(of: name, value, isHidden: fields.contains(where: \.isHidden), written: written).add(to: &body)
      }
    }
  }

  private static func isNull(_ value: SharedSecret) -> Bool { value.withBytes { $0.elementsEqual(null) } }

  /// Returns the content of a byte string; nil for null, and for a value from a newer version.
  private static func bytes(_ encoded: SharedSecret) -> SharedSecret? {
    encoded.withBytes { bytes in
      var cursor = SecretCBORCursor(bytes)
      guard let content = try? cursor.readBytes(), cursor.isAtEnd else { return nil }
      return SharedSecret(copying: content)
    }
  }

  private static func encode(_ value: SharedSecret) -> SharedSecret {
    var pieces = SecretPieces()
    pieces.append(byteString: value)
    return pieces.joined()
  }
}

extension RecordBody {
  /// The custom fields, including removed ones; nil for a value from a newer version.
  fileprivate var customFields: [[UInt8]: StampedElements.Element]? {
    guard let field = fields[MergedField.customFields] else { return [:] }
    return StampedElements(field.value)?.elements
  }

  /// Sets one custom field and leaves the others unchanged.
  fileprivate mutating func setCustomField(_ identifier: [UInt8], to value: SharedSecret, stamp: FieldStamp) {
    guard var elements = customFields else { return }
    elements[identifier] = StampedElements.Element(value: value, stamp: stamp)
    let newest = fields[MergedField.customFields].map { max($0.stamp, stamp) } ?? stamp
    set(MergedField.customFields, to: StampedElements(elements).encoded, stamp: newest)
  }
}

/// A losing value as a further custom field. Every device that merges the same versions creates the same field.
private struct KeptCopy {
  private static let mark = " (other device, "
  /// Names have at most 200 bytes; a name that is cut to this length stays below that with the addition.
  private static let longestName = 150
  /// Behind all numbered fields; the next change of the record's fields numbers this one as well.
  private static let position: UInt64 = 0xFFFF
  private static let most = 99

  private let name: String
  private let value: SharedSecret
  private let isHidden: Bool
  private let stamp: FieldStamp

  init(of name: String, _ value: SharedSecret, isHidden: Bool, written stamp: FieldStamp) {
    // A copy that was itself changed on both sides gets the name of its original.
    let original = name.firstRange(of: Self.mark).map { String(name[..<$0.lowerBound]) } ?? name
    self.name = Self.cut(original) + Self.mark + CalendarDate.text(ofMilliseconds: HybridClock.milliseconds(of: stamp.time))
    self.value = value
    self.isHidden = isHidden
    self.stamp = stamp
  }

  private static func cut(_ name: String) -> String {
    var cut = name
    while cut.utf8.count > longestName { cut.removeLast() }
    return cut
  }

  /// Adds the copy under the first name that no field has or had, unless one of these names already has the same value.
  func add(to body: inout RecordBody) {
    guard let elements = body.customFields else { return }
    for number in 1...Self.most {
      let name = self.name + (number == 1 ? ")" : ", \(number))")
      let identifier = CustomField.identifier(of: name)
      if let taken = elements[identifier] {
        if let field = CustomField(taken.value), constantTimeEquals(field.value, value) { return }
        continue
      }
      let copy = CustomField(isHidden: isHidden, name: name, value: value, position: Self.position)
      return body.setCustomField(identifier, to: copy.encoded, stamp: stamp)
    }
  }
}
