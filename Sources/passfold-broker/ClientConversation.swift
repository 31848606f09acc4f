// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import LocalTransport

/// One client's conversation with the broker, from its hello to its end.
struct ClientConversation {
  let connection: LocalConnection
  let broker: Broker

  /// How long a client may take to say hello (security design, rule D1).
  private static let handshake = Duration.seconds(10)

  /// Runs until the client closes, says something malformed, says anything before its hello, or does not say hello in time.
  func run() async {
    defer { connection.close() }
    let connection = connection
    var frames = connection.frames.makeAsyncIterator()
    let patience = Task {
      try await Task.sleep(for: Self.handshake)
      connection.close()
    }
    guard let first = await frames.next(), case .hello(_, 1, _)? = message(in: first) else { return patience.cancel() }
    patience.cancel()
    let client = await broker.attach { answer in
      guard let json = try? MessageCoding.encode(answer) else { return }
      connection.send(SocketFrame(json: json))
    }
    await broker.receive(.hello(role: "browser", version: 1, caller: nil), from: client)
    while let frame = await frames.next(), let message = message(in: frame) {
      // A second hello would let a client change who it is.
      if case .hello = message { break }
      await broker.receive(message, from: client)
    }
    await broker.detach(client)
  }

  private func message(in frame: SocketFrame) -> ClientMessage? {
    guard frame.secret == nil else { return nil }
    return try? MessageCoding.decode(ClientMessage.self, from: frame.json)
  }
}
