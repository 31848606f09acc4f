// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import CredentialExchange
import SecretMemory

/// The members of one object, each taken by its name; what nobody took is there to be told.
struct JSONMembers {
  /// The whole file.
  let bytes: UnsafeRawBufferPointer
  private let members: [JSONValue.Member]
  private var taken: Set<String> = []
  private var refused: Set<String> = []

  /// The members of an object; none for anything else.
  init(_ value: JSONValue?, in bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    if case .object(let members)? = value { self.members = members } else { members = [] }
  }

  /// The names of all members.
  var names: [String] { members.map(\.name) }

  private func value(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }

  /// Takes a member for whatever it is; nil where it is missing or null.
  mutating func take(_ name: String) -> JSONValue? {
    taken.insert(name)
    guard let value = value(name) else { return nil }
    if case .null = value { return nil }
    return value
  }

  /// Names members that are known and without use.
  mutating func pass(_ names: String...) { taken.formUnion(names) }

  /// Takes what `read` makes of a member; nil where it is missing or null. What `read` makes nothing of is there to be told.
  private mutating func take<Value>(_ name: String, _ read: (JSONValue) -> Value?) -> Value? {
    switch value(name) {
    case nil, .null?:
      taken.insert(name)
      return nil
    case let value?:
      let read = read(value)
      if read == nil { refused.insert(name) } else { taken.insert(name) }
      return read
    }
  }

  /// Takes a text that is no secret, or the digits of a number; nil where it is missing, null or empty.
  mutating func text(_ name: String) -> String? {
    let bytes = bytes
    return take(name) { $0.digitsOrText(in: bytes) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Takes a text in memory for secrets; nil where it is missing, null or empty.
  mutating func secret(_ name: String) -> SharedSecret? {
    let bytes = bytes
    return take(name) { $0.digitsOrSecret(in: bytes) }.flatMap { $0.byteCount == 0 ? nil : $0 }
  }

  /// Takes a number, also one written as a text; nil where there is none.
  mutating func number(_ name: String) -> Double? {
    let bytes = bytes
    let number: Double?? = take(name) { value in
      let range: Range<Int>
      switch value {
      case .number(let digits), .text(let digits): range = digits
      default: return nil
      }
      if range.isEmpty { return .some(nil) }
      guard range.count <= 32, let number = Double(String(decoding: bytes[range], as: UTF8.self)), number.isFinite else { return nil }
      return number
    }
    return number ?? nil
  }

  /// Takes a date in seconds after 1970; nil for 0, which programs write for none.
  mutating func date(_ name: String) -> Date? { number(name).flatMap { $0 == 0 ? nil : DateText.seconds($0) } }

  /// Takes a flag: true or a number that is not 0.
  mutating func flag(_ name: String) -> Bool {
    if case .boolean(let flag)? = value(name) {
      taken.insert(name)
      return flag
    }
    return number(name).map { $0 != 0 } ?? false
  }

  /// Takes the elements of an array; none where it is missing.
  mutating func elements(_ name: String) -> [JSONValue] {
    guard let value = value(name) else { return [] }
    if let elements = value.elements {
      taken.insert(name)
      return elements
    }
    if case .null = value { taken.insert(name) } else { refused.insert(name) }
    return []
  }

  /// Takes the members of an object; none where it is missing.
  mutating func object(_ name: String) -> JSONMembers {
    let value = value(name)
    switch value {
    case .object?, .null?, nil: taken.insert(name)
    default: refused.insert(name)
    }
    return JSONMembers(value, in: bytes)
  }

  /// What nobody took and has a value, with the reason: not known, or of another form than was asked for.
  func rest() -> [(name: String, value: JSONValue, reason: ImportFinding.Reason)] {
    members.filter { !taken.contains($0.name) && !$0.value.isNothing }
      .map { ($0.name, $0.value, refused.contains($0.name) ? .malformedValue : .unknownMember) }
  }
}

extension JSONValue {
  /// Whether it is null, false, or empty all the way down.
  var isNothing: Bool {
    switch self {
    case .null: true
    case .boolean(let flag): !flag
    case .number: false
    case .text(let range): range.isEmpty
    case .array(let elements): elements.allSatisfy(\.isNothing)
    case .object(let members): members.allSatisfy(\.value.isNothing)
    }
  }

  /// The text that it is, or a number's digits, for what is no secret; nil for anything else.
  func digitsOrText(in bytes: UnsafeRawBufferPointer) -> String? {
    switch self {
    case .text(let range): try? JSONText.string(bytes, range)
    case .number(let range): String(decoding: bytes[range], as: UTF8.self)
    default: nil
    }
  }

  /// The text that it is, or a number's digits, in memory for secrets; nil for anything else.
  func digitsOrSecret(in bytes: UnsafeRawBufferPointer) -> SharedSecret? {
    switch self {
    case .text(let range): try? JSONText.secret(bytes, range)
    case .number(let range): SharedSecret(copying: bytes[range])
    default: nil
    }
  }

  /// The text that it is, for what is no secret; nil for anything else.
  func string(in bytes: UnsafeRawBufferPointer) -> String? {
    guard case .text(let range) = self else { return nil }
    return try? JSONText.string(bytes, range)
  }

  /// The text that it is, in memory for secrets; nil for anything else and for an empty one.
  func secret(in bytes: UnsafeRawBufferPointer) -> SharedSecret? {
    guard case .text(let range) = self, !range.isEmpty else { return nil }
    return try? JSONText.secret(bytes, range)
  }
}
