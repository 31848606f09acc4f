// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Transfers messages between the browser and the broker until either goes away.
struct Relay {
  let browser: NativeMessagePipe
  let broker: CInt

  /// Runs until the browser closes its pipe, the broker ends the conversation, or a message is malformed.
  func run(hello: [UInt8]) {
    defer { close(broker) }
    guard sendToBroker(hello) else { return }
    var descriptors = [pollfd(fd: browser.input, events: Int16(POLLIN), revents: 0), pollfd(fd: broker, events: Int16(POLLIN), revents: 0)]
    while true {
      guard poll(&descriptors, nfds_t(descriptors.count), -1) >= 0 || errno == EINTR else { return }
      if descriptors[0].revents != 0 {
        guard let message = browser.receive(), ClientMessageForm.accepts(message), sendToBroker(message) else { return }
      }
      if descriptors[1].revents != 0 {
        guard let message = receiveFromBroker(), browser.send(message) else { return }
      }
    }
  }

  /// Sends a broker frame: big-endian lengths of the JSON and of the secret part, which is always empty here.
  private func sendToBroker(_ json: [UInt8]) -> Bool {
    guard let count = UInt32(exactly: json.count) else { return false }
    let header = withUnsafeBytes(of: count.bigEndian) { Array($0) } + [0, 0, 0, 0]
    return writeAll(header + json, to: broker)
  }

  private func receiveFromBroker() -> [UInt8]? {
    guard let header = readExactly(8, from: broker) else { return nil }
    let lengths = [header.prefix(4), header.suffix(4)].map { $0.reduce(0) { $0 << 8 | Int($1) } }
    guard let count = lengths.first, (1...NativeMessagePipe.limit).contains(count), lengths.last == 0 else { return nil }
    return readExactly(count, from: broker)
  }
}
