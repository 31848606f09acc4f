// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import LocalTransport

/// The part of a conversation that is specific to browsers. A browser is not a client until its profile has presented a paired key.
struct BrowserConversation {
  let connection: LocalConnection
  let broker: Broker
  let browsers: PairedBrowsers
  let caller: CallerIdentity
  /// The ID of the extension that the host vouches for.
  let vouched: String
  /// The program that started the host.
  let program: BrowserProgram?

  /// Runs until the browser closes the connection, is disconnected, or sends a malformed or unexpected message.
  func run(_ frames: inout AsyncStream<SocketFrame>.Iterator) async {
    let connection = connection
    let number = await browsers.open(caller: vouched, program: program) { answer in
      connection.send(making: { (try? MessageCoding.encode(answer)).map { SocketFrame(json: $0) } })
    } end: {
      connection.close()
    }
    var client: ClientNumber?
    while let frame = await frames.next() {
      if client == nil, let name = await browsers.name(of: number) {
        client = await ClientConversation.attach(.browser, caller, browser: name, connection, broker)
      }
      if let client {
        guard await hear(frame, from: client) else { break }
      } else {
        guard let message = try? MessageCoding.decode(PairingMessage.self, from: frame.json) else { break }
        await browsers.receive(message, from: number)
      }
    }
    if let client { await broker.detach(client) }
    await browsers.close(number)
  }

  /// Passes on a paired browser's message. Returns false if it ends the conversation.
  private func hear(_ frame: SocketFrame, from client: ClientNumber) async -> Bool {
    guard let message = try? MessageCoding.decode(ClientMessage.self, from: frame.json) else {
      // The user may cancel at the moment when pairing finishes.
      if (try? MessageCoding.decode(PairingMessage.self, from: frame.json)) == .cancelPairing { return true }
      return await broker.refuse(malformed: Array(frame.json), from: client)
    }
    if case .hello = message { return false }
    await broker.receive(message, secret: frame.secret, from: client)
    return true
  }
}
