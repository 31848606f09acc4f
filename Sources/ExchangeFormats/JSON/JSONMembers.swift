// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import CredentialExchange
import SecretMemory

/// The members of an object, read by name; members that were not read can be reported.
struct JSONMembers {
  /// The complete file.
  let bytes: UnsafeRawBufferPointer
  private let members: [JSONValue.Member]
  private var taken: Set<String> = []
  private var refused: Set<String> = []

  /// Creates the members of an object; empty for any other value.
  init(_ value: JSONValue?, in bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    if case .object(let members)? = value { self.members = members } else { members = [] }
  }

  /// The names of all members.
  var names: [String] { members.map(\.name) }

  private func value(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }

  /// Reads a member of any type; nil if it is missing or null.
  mutating func take(_ name: String) -> JSONValue? {
    taken.insert(name)
    guard let value = value(name) else { return nil }
    if case .null = value { return nil }
    return value
  }

  /// Ignores known members that are not needed.
  mutating func pass(_ names: String...) { taken.formUnion(names) }

  /// Reads a member with `read`; nil if it is missing or null. If `read` returns nil, the member is reported as malformed.
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

  /// Reads a non-secret text, or the digits of a number; nil if it is missing, null or empty.
  mutating func text(_ name: String) -> String? {
    let bytes = bytes
    return take(name) { $0.digitsOrText(in: bytes) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Reads a text, or the digits of a number, into secret memory; nil if it is missing, null or empty.
  mutating func secret(_ name: String) -> SharedSecret? {
    let bytes = bytes
    return take(name) { $0.digitsOrSecret(in: bytes) }.flatMap { $0.byteCount == 0 ? nil : $0 }
  }

  /// Reads a number, even one written as a text; nil if there is none.
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

  /// Reads a date in seconds since 1970; nil for 0, which programs write for no date.
  mutating func date(_ name: String) -> Date? { number(name).flatMap { $0 == 0 ? nil : DateText.seconds($0) } }

  /// Reads a flag: true, or a number other than 0.
  mutating func flag(_ name: String) -> Bool {
    if case .boolean(let flag)? = value(name) {
      taken.insert(name)
      return flag
    }
    return number(name).map { $0 != 0 } ?? false
  }

  /// Reads the elements of an array; empty if it is missing.
  mutating func elements(_ name: String) -> [JSONValue] {
    guard let value = value(name) else { return [] }
    if let elements = value.elements {
      taken.insert(name)
      return elements
    }
    if case .null = value { taken.insert(name) } else { refused.insert(name) }
    return []
  }

  /// Reads the members of an object; empty if it is missing.
  mutating func object(_ name: String) -> JSONMembers {
    let value = value(name)
    switch value {
    case .object?, .null?, nil: taken.insert(name)
    default: refused.insert(name)
    }
    return JSONMembers(value, in: bytes)
  }

  /// Returns the unread members that have a value, with the reason: unknown or malformed.
  func rest() -> [(name: String, value: JSONValue, reason: ImportFinding.Reason)] {
    members.filter { !taken.contains($0.name) && !$0.value.isNothing }
      .map { ($0.name, $0.value, refused.contains($0.name) ? .malformedValue : .unknownMember) }
  }
}

extension JSONValue {
  /// Whether it is null, false, or contains nothing else at any depth.
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

  /// Returns a non-secret text, or a number's digits; nil for any other value.
  func digitsOrText(in bytes: UnsafeRawBufferPointer) -> String? {
    switch self {
    case .text(let range): try? JSONText.string(bytes, range)
    case .number(let range): String(decoding: bytes[range], as: UTF8.self)
    default: nil
    }
  }

  /// Returns a text, or a number's digits, in secret memory; nil for any other value.
  func digitsOrSecret(in bytes: UnsafeRawBufferPointer) -> SharedSecret? {
    switch self {
    case .text(let range): try? JSONText.secret(bytes, range)
    case .number(let range): SharedSecret(copying: bytes[range])
    default: nil
    }
  }

  /// Returns a non-secret text; nil for any other value.
  func string(in bytes: UnsafeRawBufferPointer) -> String? {
    guard case .text(let range) = self else { return nil }
    return try? JSONText.string(bytes, range)
  }

  /// Returns a text in secret memory; nil for any other value and for an empty text.
  func secret(in bytes: UnsafeRawBufferPointer) -> SharedSecret? {
    guard case .text(let range) = self, !range.isEmpty else { return nil }
    return try? JSONText.secret(bytes, range)
  }
}
