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

  /// Takes a text that is no secret, or the digits of a number; nil where it is missing, null or empty.
  mutating func text(_ name: String) -> String? {
    switch value(name) {
    case .text(let range)?:
      guard let text = try? JSONText.string(bytes, range) else { break }
      taken.insert(name)
      return text.isEmpty ? nil : text
    case .number(let range)?:
      taken.insert(name)
      return String(decoding: bytes[range], as: UTF8.self)
    case .null?, nil:
      taken.insert(name)
      return nil
    default: break
    }
    refused.insert(name)
    return nil
  }

  /// Takes a text in memory for secrets; nil where it is missing, null or empty.
  mutating func secret(_ name: String) -> SharedSecret? {
    switch value(name) {
    case .text(let range)?:
      guard let secret = try? JSONText.secret(bytes, range) else { break }
      taken.insert(name)
      return secret.byteCount == 0 ? nil : secret
    case .number(let range)?:
      taken.insert(name)
      return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[range]))
    case .null?, nil:
      taken.insert(name)
      return nil
    default: break
    }
    refused.insert(name)
    return nil
  }

  /// Takes a number, also one written as a text; nil where there is none.
  mutating func number(_ name: String) -> Double? {
    switch value(name) {
    case .number(let range)?, .text(let range)?:
      if range.isEmpty {
        taken.insert(name)
        return nil
      }
      if range.count <= 32, let number = Double(String(decoding: bytes[range], as: UTF8.self)), number.isFinite {
        taken.insert(name)
        return number
      }
    case .null?, nil:
      taken.insert(name)
      return nil
    default: break
    }
    refused.insert(name)
    return nil
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
