// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One case: a JSON object whose members are read by name and type.
struct ConformanceCase {
  /// The error for a member that is missing or of another type than the operation needs.
  struct Fault: Error {
    /// The problem, for the answer.
    let message: String
  }

  private let members: [String: Any]

  /// Creates a case from a line; nil if it is not a JSON object.
  init?(line: String) {
    guard let members = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { return nil }
    self.members = members
  }

  private init(members: [String: Any]) {
    self.members = members
  }

  /// The identifier that the answer repeats, whatever its type.
  var id: Any? { members["id"] }

  /// Returns a text member.
  func text(_ name: String) throws(Fault) -> String {
    guard let text = members[name] as? String else { throw Fault(message: "\(name) is not a text") }
    return text
  }

  /// Returns a list of texts.
  func texts(_ name: String) throws(Fault) -> [String] {
    guard let texts = members[name] as? [String] else { throw Fault(message: "\(name) is not a list of texts") }
    return texts
  }

  /// Returns a member that is an object, with its own members.
  func object(_ name: String) throws(Fault) -> ConformanceCase {
    guard let object = members[name] as? [String: Any] else { throw Fault(message: "\(name) is not an object") }
    return ConformanceCase(members: object)
  }

  /// Returns whether a member is present and not null.
  func has(_ name: String) -> Bool { !isAbsent(name) }

  /// Returns a list of texts that may be missing or null.
  func optionalTexts(_ name: String) throws(Fault) -> [String]? {
    try isAbsent(name) ? nil : texts(name)
  }

  /// Returns a list of whole numbers that may be missing or null.
  func optionalNumbers(_ name: String) throws(Fault) -> [Int]? {
    if isAbsent(name) { return nil }
    guard let numbers = members[name] as? [Int] else { throw Fault(message: "\(name) is not a list of whole numbers") }
    return numbers
  }

  /// Returns a text member that may be missing or null.
  func optionalText(_ name: String) throws(Fault) -> String? {
    try isAbsent(name) ? nil : text(name)
  }

  /// Returns a Boolean member that may be missing or null.
  func optionalFlag(_ name: String) throws(Fault) -> Bool? {
    if isAbsent(name) { return nil }
    guard let flag = members[name] as? Bool else { throw Fault(message: "\(name) is not a truth value") }
    return flag
  }

  /// Returns a number that may be missing or null.
  func optionalNumber<N>(_ name: String, as type: N.Type = N.self) throws(Fault) -> N? {
    if isAbsent(name) { return nil }
    guard let number = members[name] as? N else { throw Fault(message: "\(name) is not a number in range") }
    return number
  }

  /// Returns a member of any type as JSON, for a library that parses JSON itself.
  func json(_ name: String) throws(Fault) -> [UInt8] {
    guard let member = members[name], let data = try? JSONSerialization.data(withJSONObject: member, options: .fragmentsAllowed) else {
      throw Fault(message: "\(name) is missing")
    }
    return Array(data)
  }

  /// Returns a member of any type as JSON, or nil if it is missing or null.
  func optionalJSON(_ name: String) throws(Fault) -> [UInt8]? {
    try isAbsent(name) ? nil : json(name)
  }

  /// Returns a text inside a member, or nil if it is missing; the library that parses the member judges it.
  func member(of name: String, _ path: String...) -> String? {
    var value = members[name]
    for step in path { value = (value as? [String: Any])?[step] }
    return value as? String
  }

  private func isAbsent(_ name: String) -> Bool {
    members[name] == nil || members[name] is NSNull
  }
}
