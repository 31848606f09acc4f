// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

extension EntryValue {
  /// The most bytes of a label.
  private static let longestLabel = 200

  /// Whether a text can be a label: one line, neither empty nor long.
  static func isLabel(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestLabel && !text.contains(where: \.isNewline)
  }

  /// The value as one line.
  var line: String {
    get throws(VaultFailure) {
      guard !value.contains(where: \.isNewline) else { throw VaultFailure(.badValue, detail: name.name) }
      return value
    }
  }

  /// The value in its own form; nil for an empty one.
  /// - Throws: `badValue`.
  func parsed<Value>(_ read: (String) -> Value?) throws(VaultFailure) -> Value? {
    if value.isEmpty { return nil }
    guard let read = read(value) else { throw VaultFailure(.badValue, detail: name.name) }
    return read
  }
}
