// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A JSON object whose members are read by name, so that unread members can be reported.
///
/// A member that is null or an empty text counts as missing.
struct TrackedObject {
  let bytes: UnsafeRawBufferPointer
  private let members: [JSONValue.Member]
  private var isTaken: [Bool]
  /// The members that did not have the requested type.
  private(set) var malformed: [String] = []

  /// Wraps an object; nil for any other value.
  init?(_ value: JSONValue?, in bytes: UnsafeRawBufferPointer) {
    guard case .object(let members) = value else { return nil }
    self.bytes = bytes
    self.members = members
    isTaken = Array(repeating: false, count: members.count)
  }

  /// Reads a value of any type; nil for null.
  mutating func value(_ name: String) -> JSONValue? {
    guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
    isTaken[index] = true
    if case .null = members[index].value { return nil }
    return members[index].value
  }

  /// Reads a non-secret text; a number's digits count as one.
  mutating func text(_ name: String) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.digitsOrText(in: bytes) else {
      malformed.append(name)
      return nil
    }
    return text.isEmpty ? nil : text
  }

  /// Reads a text that may be secret.
  mutating func secret(_ name: String) -> SharedSecret? {
    guard let value = value(name) else { return nil }
    guard let secret = Self.scalar(value, bytes) else {
      malformed.append(name)
      return nil
    }
    return secret.byteCount == 0 ? nil : secret
  }

  /// Reads a whole number, even if written as a text.
  mutating func integer(_ name: String) -> Int? {
    guard let value = value(name) else { return nil }
    switch value {
    case .number(let range):
      if let number = JSONNumber.integer(bytes, range) { return number }
    case .text(let range):
      if range.isEmpty { return nil }
      if range.count <= JSONNumber.longest, let text = try? JSONText.string(bytes, range), let number = Int(text) { return number }
    default: break
    }
    malformed.append(name)
    return nil
  }

  /// Reads a Boolean value, even as text or as 0 or 1; false if it is missing.
  mutating func boolean(_ name: String) -> Bool {
    guard let value = value(name) else { return false }
    if case .boolean(let isTrue) = value { return isTrue }
    switch value.digitsOrText(in: bytes)?.lowercased() {
    case "true", "1": return true
    case "false", "0", "": return false
    default:
      malformed.append(name)
      return false
    }
  }

  /// Reads the elements of an array; empty if it is missing.
  mutating func elements(_ name: String) -> [JSONValue] {
    guard let value = value(name) else { return [] }
    if let elements = value.elements { return elements }
    malformed.append(name)
    return []
  }

  /// Reads an object; nil if it is missing.
  mutating func object(_ name: String) -> TrackedObject? {
    guard let value = value(name) else { return nil }
    if let object = TrackedObject(value, in: bytes) { return object }
    malformed.append(name)
    return nil
  }

  /// Ignores known members that other programs do not need.
  mutating func passOver(_ names: String...) {
    for index in members.indices where names.contains(members[index].name) { isTaken[index] = true }
  }

  /// The unread members, except empty ones.
  var rest: [JSONValue.Member] {
    zip(members, isTaken).filter { !$0.1 && Self.holdsSomething($0.0.value) }.map(\.0)
  }

  /// Returns the original value of a member, whether it was read or not; nil unless it is a text, a number or a Boolean value.
  func original(_ name: String) -> SharedSecret? {
    members.first { $0.name == name }.flatMap { Self.scalar($0.value, bytes) }
  }

  /// Returns a text, a number or a Boolean value in UTF-8.
  static func scalar(_ value: JSONValue, _ bytes: UnsafeRawBufferPointer) -> SharedSecret? {
    if case .boolean(let isTrue) = value { return SharedSecret(copying: (isTrue ? "true" : "false").utf8) }
    return value.digitsOrSecret(in: bytes)
  }

  private static func holdsSomething(_ value: JSONValue) -> Bool {
    switch value {
    case .null: false
    case .boolean, .number: true
    case .text(let range): !range.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    }
  }
}
