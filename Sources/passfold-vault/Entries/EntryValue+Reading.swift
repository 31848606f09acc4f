// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

extension EntryValue {
  /// The maximum number of bytes of a label.
  private static let longestLabel = 200

  /// Returns whether a text can be a label: a single line, neither empty nor too long.
  static func isLabel(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestLabel && !text.contains(where: \.isNewline)
  }

  /// The value as a single line.
  var line: String {
    get throws(VaultFailure) {
      guard !value.contains(where: \.isNewline) else { throw VaultFailure(.badValue, detail: name.name) }
      return value
    }
  }

  /// Returns the parsed value; nil for an empty one.
  /// - Throws: `badValue`.
  func parsed<Value>(_ read: (String) -> Value?) throws(VaultFailure) -> Value? {
    if value.isEmpty { return nil }
    guard let read = read(value) else { throw VaultFailure(.badValue, detail: name.name) }
    return read
  }
}
