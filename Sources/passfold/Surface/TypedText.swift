// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
package import SecretMemory

/// The text of one field while it is typed at a terminal, in locked memory from the first character.
package final class TypedText {
  private var bytes = SecretBytes(byteCount: TypedTexts.byteLimit)
  private var byteCount = 0

  /// Starts with a text that is not secret.
  package init(_ text: String = "") {
    for character in text { append(character) }
  }

  /// Whether the text is empty.
  package var isEmpty: Bool { byteCount == 0 }

  /// Appends a character; drops it if the text would become too long for a form.
  package func append(_ character: Character) {
    let count = character.utf8.count
    guard byteCount + count <= TypedTexts.byteLimit else { return }
    bytes.withMutableBytes { bytes in
      for (offset, byte) in character.utf8.enumerated() { bytes[byteCount + offset] = byte }
    }
    byteCount += count
  }

  /// Replaces the text; refuses a text that is too long for a form.
  ///
  /// - Returns: Whether the text was accepted.
  package func replace(with text: SharedSecret) -> Bool {
    guard text.byteCount <= TypedTexts.byteLimit else { return false }
    clear()
    text.withBytes { source in
      bytes.withMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[..<source.count]).copyMemory(from: source) }
    }
    byteCount = text.byteCount
    return true
  }

  /// Removes the last character.
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

  /// Removes everything.
  package func clear() {
    bytes.withMutableBytes { bytes in for index in bytes.indices { bytes[index] = 0 } }
    byteCount = 0
  }

  /// The text for its recipient.
  package var secret: SharedSecret {
    bytes.withBytes { SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0[..<byteCount])) }
  }

  /// The text to display: the text itself, or one sign per character of a secret.
  package func shown(hiddenBy sign: String?) -> String {
    bytes.withBytes { bytes in
      let text = bytes[..<byteCount]
      guard let sign else { return String(decoding: text, as: UTF8.self) }
      return String(repeating: sign, count: text.count { $0 & 0xC0 != 0x80 })
    }
  }
}
