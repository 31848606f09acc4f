// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Transfers data in both directions at the same time, so that full pipes cannot block both ends.
struct PipeConversation {
  private var output: CInt
  private var input: CInt

  /// Takes over the descriptors to write to and to read from.
  init(output: CInt, input: CInt) {
    self.output = output
    self.input = input
    for descriptor in [output, input] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  /// Writes `bytes`, and reads until the other side closes its output.
  mutating func run(input bytes: UnsafeRawBufferPointer, limit: Int, until deadline: ContinuousClock.Instant) throws(HelperProgram.Stop)
    -> ScratchBytes
  {
    defer { end() }
    let answer = ScratchBytes()
    var written = 0
    while true {
      if written == bytes.count { closeOutput() }
      var entries = [
        pollfd(fd: input, events: Int16(POLLIN), revents: 0), pollfd(fd: output, events: Int16(POLLOUT), revents: 0),
      ]
      // poll ignores negative descriptors.
      let ready = poll(&entries, 2, deadline.millisecondsLeft)
      if ready == 0 { throw .timedOut }
      if ready < 0 {
        guard errno == EINTR else { throw .failed }
        continue
      }
      if entries[1].revents != 0 {
        let count = write(output, bytes.baseAddress?.advanced(by: written), bytes.count - written)
        if count > 0 {
          written += count
        } else if errno != EAGAIN, errno != EINTR {
          // The program need not read everything; only its output matters.
          closeOutput()
        }
      }
      if entries[0].revents != 0 {
        let got = answer.append(from: input, atMost: limit - answer.count + 1)
        if got == 0 { return answer }
        if got < 0, errno != EAGAIN, errno != EINTR { throw .failed }
        if answer.count > limit { throw .tooLarge }
      }
    }
  }

  mutating func end() {
    closeOutput()
    if input >= 0 { close(input) }
    input = -1
  }

  private mutating func closeOutput() {
    if output >= 0 { close(output) }
    output = -1
  }
}
