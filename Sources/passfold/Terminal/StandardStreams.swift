// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SecretMemory
import Translations

/// The file descriptors that a program expects to be open when it starts.
enum StandardStreams {
  /// Opens the standard streams that the caller closed, so that no file or socket gets their numbers. Reading and writing fail as with
  /// closed streams.
  static func openClosed() {
    for (descriptor, way) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_WRONLY)] as [(Int32, Int32)] where fcntl(descriptor, F_GETFD) < 0 {
      // Gets the lowest free number, which is this one.
      _ = open("/dev/null", way)
    }
  }
}

/// Writes results only. An incomplete write ends the command, so that no script mistakes a part for the whole.
enum StandardOutput {
  static func write(_ text: String) { write([.text(text)]) }

  static func write(_ pieces: [OutputPiece]) {
    if !DescriptorOutput.write(pieces, to: 1) { Passfold.end(with: .outputLost(errorNumber: errno)) }
  }
}

/// Writes errors and remarks.
enum StandardError {
  static func write(_ text: String) { write([.text(text)]) }

  static func write(_ pieces: [OutputPiece]) { DescriptorOutput.write(pieces, to: 2) }
}

/// A piece of output: text, or a requested secret that is never put into a string.
package enum OutputPiece: Sendable {
  /// Text that may be copied and swapped out.
  case text(String)
  /// Bytes written directly from locked memory.
  case secret(SharedSecret)
}

enum DescriptorOutput {
  /// Writes the pieces in order; returns false if one of them could not be written completely.
  @discardableResult
  static func write(_ pieces: [OutputPiece], to descriptor: Int32) -> Bool {
    pieces.allSatisfy { piece in
      switch piece {
      case .text(let text): Array(text.utf8).withUnsafeBytes { write($0, to: descriptor) }
      case .secret(let secret): secret.withBytes { write($0, to: descriptor) }
      }
    }
  }

  /// Writes all bytes; returns false if the other end is gone.
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

/// Reads secrets from a pipe.
enum StandardInput {
  /// The maximum number of bytes read: more than the longest set-up link.
  static let byteLimit = 16_384

  /// Reads the first line directly into locked memory, without its line break.
  ///
  /// - Throws: `emptyInput`, `inputTooLong`.
  static func secretLine() throws(CommandFailure) -> SharedSecret {
    guard let secret = try read(untilLineBreak: true) else { throw .emptyInput }
    return secret
  }

  /// Reads all input directly into locked memory, without a final line break; nil if there is none.
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
