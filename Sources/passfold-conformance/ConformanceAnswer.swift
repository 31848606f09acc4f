// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The answer to one case: a verdict and its other members.
struct ConformanceAnswer {
  private let members: [String: Any]

  /// Creates the answer that the library accepted the input.
  static func accept(_ members: [String: Any] = [:]) -> Self {
    Self(members: members.merging(["verdict": "accept"]) { _, verdict in verdict })
  }

  /// Creates the answer that the library rejected the input, with a stable code.
  static func reject(_ code: String, _ message: String) -> Self {
    Self(members: ["verdict": "reject", "code": code, "message": message])
  }

  /// Creates the answer that the library recognises the request and does not support it.
  static func unsupported(_ code: String, _ message: String) -> Self {
    Self(members: ["verdict": "unsupported", "code": code, "message": message])
  }

  /// Creates the answer that the case could not be run.
  static func error(_ message: String) -> Self {
    Self(members: ["verdict": "error", "message": message])
  }

  /// Creates an accepting answer with a value in its own encoding, as it would be sent, under one name.
  static func accept(_ name: String, encoding value: some Encodable) -> Self {
    guard let data = try? JSONEncoder().encode(value), let object = try? JSONSerialization.jsonObject(with: data) else {
      return .error("the \(name) has no JSON form")
    }
    return .accept([name: object])
  }

  /// Returns the answer as one line of JSON, with the case's identifier if it had one.
  func line(repeating id: Any?) -> String {
    var members = members
    members["id"] = id ?? NSNull()
    guard let data = try? JSONSerialization.data(withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes]) else {
      return #"{"id":null,"message":"the answer has no JSON form","verdict":"error"}"#
    }
    return String(decoding: data, as: UTF8.self)
  }
}
