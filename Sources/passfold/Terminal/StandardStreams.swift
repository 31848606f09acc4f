// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SecretMemory
import Translations

/// What a program finds open when it starts.
enum StandardStreams {
  /// Opens what the caller closed, so that no file or socket of this program gets a stream's number. Reading the input and writing the output fail
  /// as they do with closed ones.
  static func openClosed() {
    for (descriptor, way) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_WRONLY)] as [(Int32, Int32)] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest number that is free: this one.
      _ = open("/dev/null", way)
    }
  }
}

/// Results, and nothing else; one that cannot be written whole ends the command, so that no script takes a part of it for the whole.
enum StandardOutput {
  static func write(_ text: String) { write([.text(text)]) }

  static func write(_ pieces: [OutputPiece]) {
    if !DescriptorOutput.write(pieces, to: 1) { Passfold.end(with: .outputLost(errorNumber: errno)) }
  }
}

/// Errors and remarks.
enum StandardError {
  static func write(_ text: String) { write([.text(text)]) }

  static func write(_ pieces: [OutputPiece]) { DescriptorOutput.write(pieces, to: 2) }
}

/// A part of what is written: words, or a secret that was asked for and is never put into a string.
package enum OutputPiece: Sendable {
  /// Words that may be copied and swapped.
  case text(String)
  /// Bytes that are written out of locked memory as they are.
  case secret(SharedSecret)
}

enum DescriptorOutput {
  /// Writes one piece after the other; false when one of them was not written whole.
  @discardableResult
  static func write(_ pieces: [OutputPiece], to descriptor: Int32) -> Bool {
    pieces.allSatisfy { piece in
      switch piece {
      case .text(let text): Array(text.utf8).withUnsafeBytes { write($0, to: descriptor) }
      case .secret(let secret): secret.withBytes { write($0, to: descriptor) }
      }
    }
  }

  /// Writes everything; false when the other end is gone.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// Secrets that come by a pipe.
enum StandardInput {
  /// The most bytes read: more than the longest set-up link.
  static let byteLimit = 16_384

  /// Reads the first line straight into locked memory, without its line break.
  ///
  /// - Throws: `emptyInput`, `inputTooLong`.
  static func secretLine() throws(CommandFailure) -> SharedSecret {
    guard let secret = try read(untilLineBreak: true) else { throw .emptyInput }
    return secret
  }

  /// Reads all of it straight into locked memory, without a line break at its end; nil where there is nothing.
  ///
  /// - Throws: `inputTooLong`.
  static func secretText() throws(CommandFailure) -> SharedSecret? { try read(untilLineBreak: false) }

  private static func read(untilLineBreak isLine: Bool) throws(CommandFailure) -> SharedSecret? {
    let echo = HiddenInput()
    defer { echo?.end() }
    if echo != nil {
      let words =
        isLine
        ? translated("Type it (it is not shown), and press Enter: ")
        : translated("Type it (it is not shown), then press Enter and Ctrl-D: ")
      StandardError.write(words)
    }
    var buffer = SecretBytes(byteCount: byteLimit + 2)
    var filled = 0
    var ended = false
    while !ended, filled < buffer.byteCount {
      let offset = filled
      let count = buffer.withMutableBytes { bytes in Glibc.read(0, bytes.baseAddress.map { $0 + offset }, bytes.count - offset) }
      if count < 0 && errno == EINTR { continue }
      if count > 0 { filled += count }
      ended = count <= 0 || isLine && buffer.withBytes { $0[offset..<filled].contains(UInt8(ascii: "\n")) }
    }
    let length = buffer.withBytes { bytes -> Int in
      let isEnded = !isLine && filled > 0 && bytes[filled - 1] == UInt8(ascii: "\n")
      let line = isLine ? bytes[..<filled].prefix { $0 != UInt8(ascii: "\n") } : bytes[..<(isEnded ? filled - 1 : filled)]
      return line.last == UInt8(ascii: "\r") ? line.count - 1 : line.count
    }
    guard length > 0 else { return nil }
    guard length <= byteLimit else { throw .inputTooLong(limit: byteLimit) }
    var secret = SecretBytes(byteCount: length)
    buffer.withBytes { source in secret.withMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<length])) } }
    return SharedSecret(secret)
  }
}
