// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
package import SecretMemory

/// The text of one field while it is typed at a terminal: in locked memory from its first character on.
package final class TypedText {
  private var bytes = SecretBytes(byteCount: TypedTexts.byteLimit)
  private var byteCount = 0

  /// Begins with a text that is no secret.
  package init(_ text: String = "") {
    for character in text { append(character) }
  }

  /// Whether nothing is typed.
  package var isEmpty: Bool { byteCount == 0 }

  /// Appends a character; one that would make the text too long for a form is dropped.
  package func append(_ character: Character) {
    let count = character.utf8.count
    guard byteCount + count <= TypedTexts.byteLimit else { return }
    bytes.withMutableBytes { bytes in
      for (offset, byte) in character.utf8.enumerated() { bytes[byteCount + offset] = byte }
    }
    byteCount += count
  }

  /// Takes the place of what was typed; what is too long for a form is refused.
  ///
  /// - Returns: whether the text was taken.
  package func replace(with text: SharedSecret) -> Bool {
    guard text.byteCount <= TypedTexts.byteLimit else { return false }
    clear()
    text.withBytes { source in
      bytes.withMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[..<source.count]).copyMemory(from: source) }
    }
    byteCount = text.byteCount
    return true
  }

  /// Takes the last character away.
  package func removeLast() {
    bytes.withMutableBytes { bytes in
      while byteCount > 0 {
        byteCount -= 1
        let byte = bytes[byteCount]
        bytes[byteCount] = 0
        // A continuation byte belongs to the character before it.
        if byte & 0xC0 != 0x80 { return }
      }
    }
  }

  /// Takes everything away.
  package func clear() {
    bytes.withMutableBytes { bytes in for index in bytes.indices { bytes[index] = 0 } }
    byteCount = 0
  }

  /// The text for whoever it is meant for.
  package var secret: SharedSecret {
    bytes.withBytes { SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0[..<byteCount])) }
  }

  /// What stands on the screen: the text, or of a secret one sign for each character.
  package func shown(hiddenBy sign: String?) -> String {
    bytes.withBytes { bytes in
      let text = bytes[..<byteCount]
      guard let sign else { return String(decoding: text, as: UTF8.self) }
      return String(repeating: sign, count: text.count { $0 & 0xC0 != 0x80 })
    }
  }
}
