// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Joins secret texts as lines.
enum SecretLines {
  /// Returns the texts separated by line breaks; nil if there are none.
  static func joined(_ texts: [SharedSecret]) -> SharedSecret? {
    guard texts.count > 1 else { return texts.first }
    var whole = SecretBytes(byteCount: texts.reduce(texts.count - 1) { $0 + $1.byteCount })
    whole.withMutableBytes { target in
      var place = 0
      for (number, text) in texts.enumerated() {
        if number > 0 {
          target[place] = 0x0A
          place += 1
        }
        text.withBytes { UnsafeMutableRawBufferPointer(rebasing: target[place...]).copyBytes(from: $0) }
        place += text.byteCount
      }
    }
    return SharedSecret(whole)
  }
}
