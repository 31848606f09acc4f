// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
  /// The text without white space around it.
  var trimmingSpace: String { String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }
}
