// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import SecretMemory

/// An Assuan connection, read and written line by line. Every call blocks, so only the channel's own thread may use it.
final class AssuanChannel {
  private let socket: Int32
  private let deadline: DispatchTime
  // In locked memory, because unread input may contain a passphrase.
  private var buffer = SecretBytes(byteCount: 4096)
  private var unreadCount = 0

  /// Creates a channel over a socket, which remains the caller's. After `limit`, every call throws `timedOut`.
  init(socket: Int32, limit: Duration) {
    self.socket = socket
    deadline = .now() + .milliseconds(Int(limit / .milliseconds(1)))
  }

  /// Sends bytes that are not secret. Blocks.
  func write(_ bytes: [UInt8]) throws(PassphrasePromptError) {
    var sent = 0
    while sent < bytes.count {
      try wait(for: Int16(POLLOUT))
      let count = bytes.withUnsafeBytes { buffer in
        send(socket, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, CInt(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw PassphrasePromptError(.programFailed) }
      sent += count
    }
  }

  /// Gives access to the next line without its line feed. Blocks until there is one.
  func withLine<R: ~Copyable>(_ body: (UnsafeRawBufferPointer) -> R) throws(PassphrasePromptError) -> R {
    while true {
      if let end = lineEnd() {
        let result = buffer.withBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
        consume(end + 1)
        return result
      }
      guard unreadCount <= AssuanLine.byteLimit else { throw PassphrasePromptError(.programFailed) }
      try wait(for: Int16(POLLIN))
      let offset = unreadCount
      let count = buffer.withMutableBytes { bytes in recv(socket, bytes.baseAddress.map { $0 + offset }, bytes.count - offset, 0) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw PassphrasePromptError(.programFailed) }
      unreadCount += count
    }
  }

  private func lineEnd() -> Int? {
    let count = unreadCount
    return buffer.withBytes { $0[..<count].firstIndex(of: UInt8(ascii: "\n")) }
  }

  /// Moves the remaining bytes to the front and zeroes the rest.
  private func consume(_ byteCount: Int) {
    let (all, rest) = (unreadCount, unreadCount - byteCount)
    buffer.withMutableBytes { bytes in
      for index in 0..<rest { bytes[index] = bytes[byteCount + index] }
      for index in rest..<all { bytes[index] = 0 }
    }
    unreadCount = rest
  }

  private func wait(for events: Int16) throws(PassphrasePromptError) {
    while true {
      let now = DispatchTime.now()
      guard now < deadline else { throw PassphrasePromptError(.timedOut) }
      let milliseconds = (deadline.uptimeNanoseconds - now.uptimeNanoseconds) / 1_000_000 + 1
      var interest = pollfd(fd: socket, events: events, revents: 0)
      let result = poll(&interest, 1, Int32(clamping: milliseconds))
      if result > 0 { return }
      if result < 0 && errno != EINTR { throw PassphrasePromptError(.programFailed) }
    }
  }
}
