// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory

/// Questions and answers on the controlling terminal, wherever standard input and output lead.
final class Dialogue {
  private let descriptor: Int32

  /// Opens the terminal; nil if there is none.
  init?() {
    descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  func say(_ text: String) { say([.text(text)]) }

  func say(_ pieces: [OutputPiece]) { DescriptorOutput.write(pieces, to: descriptor) }

  /// Asks for a line; nil if the user ends the input.
  func ask(_ question: String) -> String? {
    say(question)
    return line().map { line in
      let text = line.withBytes { String(decoding: $0, as: UTF8.self) }
      return text.trimming { $0.isWhitespace }
    }
  }

  /// Asks for a secret that may be visible while it is typed, such as a code that is already used up.
  func askForSecret(_ question: String) -> SharedSecret? {
    say(question)
    return line()
  }

  /// Asks until the answer is one of the letters. Enter selects the first letter, and the user's own letter for yes also counts as `y`. Nil
  /// if the user ends the input.
  func choose(_ question: String, among letters: [Character]) -> Character? {
    while let answer = ask(question) {
      if answer.isEmpty { return letters.first }
      if let letter = answer.lowercased().first, letters.contains(letter) { return letter }
      if letters.contains("y"), YesAnswer.isYes(String(answer.prefix(1))) { return "y" }
    }
    return nil
  }

  /// Asks for one of the numbered choices; Enter selects the default. Nil if the user ends the input.
  ///
  /// - Returns: The choice, from 0.
  func choose(from choices: [String], usual: Int = 0, question: String) -> Int? {
    for (number, choice) in choices.enumerated() { say("  \(number + 1)  \(choice)\n") }
    while let answer = ask(question) {
      if answer.isEmpty { return usual }
      if let number = Int(answer), choices.indices.contains(number - 1) { return number - 1 }
    }
    return nil
  }

  private func line() -> SharedSecret? {
    var buffer = SecretBytes(byteCount: 4_096)
    var filled = 0
    while filled < buffer.byteCount {
      let offset = filled
      let count = buffer.withMutableBytes { bytes in read(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      filled += count
      if buffer.withBytes({ $0[filled - 1] == UInt8(ascii: "\n") }) {
        return buffer.withBytes { SharedSecret(copying: $0.prefix(filled - 1)) }
      }
    }
    say("\n")
    return nil
  }
}

extension String {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
    var text = self[...]
    while let first = text.first, isTrimmed(first) { text.removeFirst() }
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return String(text)
  }
}
