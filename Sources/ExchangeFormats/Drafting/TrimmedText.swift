// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
  /// The text without surrounding white space.
  var trimmingSpace: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
