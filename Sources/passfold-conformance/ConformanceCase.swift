// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One case: a JSON object whose members are read by name and type.
struct ConformanceCase {
  /// A member that is missing or of another type than the operation needs.
  struct Fault: Error {
    /// What is wrong, for the answer.
    let message: String
  }

  private let members: [String: Any]

  /// Reads a line, or returns nil when it is no JSON object.
  init?(line: String) {
    guard let members = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { return nil }
    self.members = members
  }

  private init(members: [String: Any]) {
    self.members = members
  }

  /// What the answer repeats, whatever its type.
  var id: Any? { members["id"] }

  /// A text member.
  func text(_ name: String) throws(Fault) -> String {
    guard let text = members[name] as? String else { throw Fault(message: "\(name) is not a text") }
    return text
  }

  /// A list of texts.
  func texts(_ name: String) throws(Fault) -> [String] {
    guard let texts = members[name] as? [String] else { throw Fault(message: "\(name) is not a list of texts") }
    return texts
  }

  /// A member that is an object, with members of its own.
  func object(_ name: String) throws(Fault) -> ConformanceCase {
    guard let object = members[name] as? [String: Any] else { throw Fault(message: "\(name) is not an object") }
    return ConformanceCase(members: object)
  }

  /// Whether a member is there and not null.
  func has(_ name: String) -> Bool { !isAbsent(name) }

  /// A list of texts that may be missing or null.
  func optionalTexts(_ name: String) throws(Fault) -> [String]? {
    try isAbsent(name) ? nil : texts(name)
  }

  /// A list of whole numbers that may be missing or null.
  func optionalNumbers(_ name: String) throws(Fault) -> [Int]? {
    if isAbsent(name) { return nil }
    guard let numbers = members[name] as? [Int] else { throw Fault(message: "\(name) is not a list of whole numbers") }
    return numbers
  }

  /// A text member that may be missing or null.
  func optionalText(_ name: String) throws(Fault) -> String? {
    try isAbsent(name) ? nil : text(name)
  }

  /// A truth value that may be missing or null.
  func optionalFlag(_ name: String) throws(Fault) -> Bool? {
    if isAbsent(name) { return nil }
    guard let flag = members[name] as? Bool else { throw Fault(message: "\(name) is not a truth value") }
    return flag
  }

  /// A number that may be missing or null.
  func optionalNumber<N>(_ name: String, as type: N.Type = N.self) throws(Fault) -> N? {
    if isAbsent(name) { return nil }
    guard let number = members[name] as? N else { throw Fault(message: "\(name) is not a number in range") }
    return number
  }

  /// A member of any type as JSON, for a library that reads JSON itself.
  func json(_ name: String) throws(Fault) -> [UInt8] {
    guard let member = members[name], let data = try? JSONSerialization.data(withJSONObject: member, options: .fragmentsAllowed) else {
      throw Fault(message: "\(name) is missing")
    }
    return Array(data)
  }

  /// A member of any type as JSON, or nil when it is missing or null.
  func optionalJSON(_ name: String) throws(Fault) -> [UInt8]? {
    try isAbsent(name) ? nil : json(name)
  }

  /// A text inside a member, or nil when it is not there; the library that reads the member judges it.
  func member(of name: String, _ path: String...) -> String? {
    var value = members[name]
    for step in path { value = (value as? [String: Any])?[step] }
    return value as? String
  }

  private func isAbsent(_ name: String) -> Bool {
    members[name] == nil || members[name] is NSNull
  }
}
