// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The counter of counter-based codes in the field for a code's form: `[1, counter]`.
///
/// A service accepts no number twice, so the greater of two counters of one secret is right, whichever was written later.
enum CodeCounter {
  private static let counterBased: UInt64 = 1

  /// Returns the counter in a form; nil for a form without one or from a newer version.
  static func read(_ form: SharedSecret) -> UInt64? { form.withBytes { read($0) } }

  /// As ``read(_:)``, for a form in a history.
  static func read(_ form: some Collection<UInt8>) -> UInt64? { Array(form).withUnsafeBytes { read($0) } }

  private static func read(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
    var cursor = SecretCBORCursor(bytes)
    guard let head = try? cursor.readHead(), head == (.array, 2), let form = try? cursor.readUnsigned(), form == counterBased,
      let counter = try? cursor.readUnsigned(), cursor.isAtEnd
    else { return nil }
    return counter
  }

  /// Returns the form with a counter.
  static func encode(_ counter: UInt64) -> [UInt8] {
    SecretCBORCursor.head(.array, 2) + SecretCBORCursor.head(.unsigned, counterBased) + SecretCBORCursor.head(.unsigned, counter)
  }
}
