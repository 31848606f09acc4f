// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Several secrets joined into one.
enum JoinedSecrets {
  /// Returns the concatenated texts.
  ///
  /// - Parameter separator: The text between each two.
  static func text(_ texts: [SharedSecret], between separator: String = "") -> SharedSecret {
    let separator = Array(separator.utf8)
    var whole = SecretBytes(byteCount: texts.reduce(0) { $0 + $1.byteCount } + separator.count * max(texts.count - 1, 0))
    whole.withMutableBytes { target in
      var place = 0
      for (number, text) in texts.enumerated() {
        if number > 0 {
          UnsafeMutableRawBufferPointer(rebasing: target[place...]).copyBytes(from: separator)
          place += separator.count
        }
        text.withBytes { UnsafeMutableRawBufferPointer(rebasing: target[place...]).copyBytes(from: $0) }
        place += text.byteCount
      }
    }
    return SharedSecret(whole)
  }
}
