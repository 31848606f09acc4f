// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// An object of JSON text whose members are taken by name, so that those which nobody asked for can be told.
///
/// A member that is null, or an empty text, counts as missing.
struct TrackedObject {
  let bytes: UnsafeRawBufferPointer
  private let members: [JSONValue.Member]
  private var isTaken: [Bool]
  /// The members that were asked for as something that they are not.
  private(set) var malformed: [String] = []

  /// Takes an object; nil for a value that is none.
  init?(_ value: JSONValue?, in bytes: UnsafeRawBufferPointer) {
    guard case .object(let members) = value else { return nil }
    self.bytes = bytes
    self.members = members
    isTaken = Array(repeating: false, count: members.count)
  }

  /// The value as it stands; nil for one that is null.
  mutating func value(_ name: String) -> JSONValue? {
    guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
    isTaken[index] = true
    if case .null = members[index].value { return nil }
    return members[index].value
  }

  /// A text that is no secret; a number's digits count as one.
  mutating func text(_ name: String) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.digitsOrText(in: bytes) else {
      malformed.append(name)
      return nil
    }
    return text.isEmpty ? nil : text
  }

  /// A text that may be a secret.
  mutating func secret(_ name: String) -> SharedSecret? {
    guard let value = value(name) else { return nil }
    guard let secret = Self.scalar(value, bytes) else {
      malformed.append(name)
      return nil
    }
    return secret.byteCount == 0 ? nil : secret
  }

  /// A whole number, also where a text holds its digits.
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

  /// A truth value, also as text or as 0 or 1; false where it is missing.
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

  /// The elements of an array; none where it is missing.
  mutating func elements(_ name: String) -> [JSONValue] {
    guard let value = value(name) else { return [] }
    if let elements = value.elements { return elements }
    malformed.append(name)
    return []
  }

  /// An object; nil where it is missing.
  mutating func object(_ name: String) -> TrackedObject? {
    guard let value = value(name) else { return nil }
    if let object = TrackedObject(value, in: bytes) { return object }
    malformed.append(name)
    return nil
  }

  /// Takes members that are known and without use to another program.
  mutating func passOver(_ names: String...) {
    for index in members.indices where names.contains(members[index].name) { isTaken[index] = true }
  }

  /// What nobody has asked for, without what holds nothing.
  var rest: [JSONValue.Member] {
    zip(members, isTaken).filter { !$0.1 && Self.holdsSomething($0.0.value) }.map(\.0)
  }

  /// A member as it stands, whatever was made of it; nil where it is no text, number or truth value.
  func original(_ name: String) -> SharedSecret? {
    members.first { $0.name == name }.flatMap { Self.scalar($0.value, bytes) }
  }

  /// A text, number or truth value in UTF-8.
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
