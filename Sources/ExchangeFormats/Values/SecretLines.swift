// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Texts that are secrets, as the lines of one.
enum SecretLines {
  /// The texts, a line break between each two; nil for no texts.
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
