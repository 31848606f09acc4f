// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The answer to one case: a verdict and what goes with it.
struct ConformanceAnswer {
  private let members: [String: Any]

  /// The library took the input.
  static func accept(_ members: [String: Any] = [:]) -> Self {
    Self(members: members.merging(["verdict": "accept"]) { _, verdict in verdict })
  }

  /// The library refused the input by a code that is stable.
  static func reject(_ code: String, _ message: String) -> Self {
    Self(members: ["verdict": "reject", "code": code, "message": message])
  }

  /// The library knows what it was asked for and lacks it.
  static func unsupported(_ code: String, _ message: String) -> Self {
    Self(members: ["verdict": "unsupported", "code": code, "message": message])
  }

  /// The case could not be run.
  static func error(_ message: String) -> Self {
    Self(members: ["verdict": "error", "message": message])
  }

  /// Accepts with a value that encodes itself, as it would travel, under one name.
  static func accept(_ name: String, encoding value: some Encodable) -> Self {
    guard let data = try? JSONEncoder().encode(value), let object = try? JSONSerialization.jsonObject(with: data) else {
      return .error("the \(name) has no JSON form")
    }
    return .accept([name: object])
  }

  /// The answer as one line of JSON, with the case's id where it had one.
  func line(repeating id: Any?) -> String {
    var members = members
    members["id"] = id ?? NSNull()
    guard let data = try? JSONSerialization.data(withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes]) else {
      return #"{"id":null,"message":"the answer has no JSON form","verdict":"error"}"#
    }
    return String(decoding: data, as: UTF8.self)
  }
}
