// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint

/// A program of this installation that runs for one answer, with its standard input and output on one socket; it is ended with this value.
struct ToolProcess: ~Copyable {
  private let process: pid_t
  private let descriptor: CInt
  private let deadline: ContinuousClock.Instant
  private var hasEnded = false

  /// Starts the program.
  ///
  /// - Parameter time: The time limit for the whole conversation.
  /// - Returns: nil if the system cannot start it.
  init?(_ program: String, _ arguments: [String] = [], time: Duration) {
    var pair: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &pair) == 0, let ours = pair.first,
      let theirs = pair.last
    else { return nil }
    let process = ToolProgram.start(program, arguments, input: theirs, output: theirs)
    close(theirs)
    guard let process else {
      close(ours)
      return nil
    }
    self.process = process
    descriptor = ours
    deadline = .now + time
  }

  deinit {
    close(descriptor)
    if hasEnded { return }
    kill(process, SIGKILL)
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Sends the program's complete input; returns false if it does not read it in time.
  borrowing func tell(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard waits(for: CInt(POLLOUT)) else { return false }
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EAGAIN, errno != EINTR { return false }
    }
    return shutdown(descriptor, CInt(SHUT_WR)) == 0
  }

  /// Receives the program's next output.
  ///
  /// - Returns: The number of bytes; 0 at its end, nil when time has run out.
  borrowing func hear(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    while true {
      guard waits(for: CInt(POLLIN)) else { return nil }
      let count = recv(descriptor, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT))
      if count >= 0 { return count }
      guard errno == EAGAIN || errno == EINTR else { return 0 }
    }
  }

  /// Waits for the program's end, which follows its last output.
  ///
  /// - Returns: The exit status; nil when a signal ended it or time has run out.
  mutating func status() -> CInt? {
    var status: CInt = 0
    while !hasEnded {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { hasEnded = true } else if ended < 0, errno != EINTR { return nil }
      if !hasEnded {
        guard ContinuousClock.now < deadline else { return nil }
        usleep(2_000)
      }
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  private borrowing func waits(for event: CInt) -> Bool {
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      guard left > .zero else { return false }
      let ready = poll(&entry, 1, CInt(left / .milliseconds(1)) + 1)
      if ready > 0 { return true }
      if ready < 0, errno != EINTR { return false }
    }
  }
}
