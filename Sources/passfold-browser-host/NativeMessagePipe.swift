// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The browser's side: messages preceded by a 32-bit length in the machine's byte order (native messaging).
struct NativeMessagePipe {
  /// The maximum number of bytes of one message in either direction; the broker's own limit.
  static let limit = 256 * 1024

  let input: CInt
  let output: CInt

  /// Reads the next message; returns nil at the end of input, for a message that is empty or too large, or for an incomplete one.
  func receive() -> [UInt8]? {
    guard let header = readExactly(4, from: input) else { return nil }
    let count = Int(header.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) })
    guard (1...Self.limit).contains(count) else { return nil }
    return readExactly(count, from: input)
  }

  /// Writes one message; returns false if the browser has gone.
  @discardableResult
  func send(_ message: [UInt8]) -> Bool {
    guard let count = UInt32(exactly: message.count) else { return false }
    return withUnsafeBytes(of: count.littleEndian) { writeAll(Array($0) + message, to: output) }
  }
}

/// Reads `count` bytes from a blocking descriptor; returns nil if it ends before.
func readExactly(_ count: Int, from descriptor: CInt) -> [UInt8]? {
  var filled = 0
  var failed = false
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    while filled < count, !failed {
      let got = read(descriptor, UnsafeMutableRawBufferPointer(buffer).baseAddress?.advanced(by: filled), count - filled)
      if got > 0 { filled += got } else if got == 0 || errno != EINTR { failed = true }
    }
    initialized = filled
  }
  return failed ? nil : bytes
}

/// Writes all of `bytes` to a blocking descriptor; returns false if the other end has gone.
func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var written = 0
    while written < buffer.count {
      let count = write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      if count > 0 { written += count } else if errno != EINTR { return false }
    }
    return true
  }
}
