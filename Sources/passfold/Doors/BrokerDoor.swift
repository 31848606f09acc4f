// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import LocalEndpoint
import LocalTransport

/// Asks a running broker about its providers (docs/protocols/native-messaging.md, "status").
enum BrokerDoor {
  /// The broker's status; a broker without a socket counts as not running.
  static func report() async -> StatusReport.Broker {
    guard let connection = try? LocalConnection.connect(toSocketAt: RuntimeFolder().brokerSocket),
      let hello = try? MessageCoding.encode(ClientMessage.hello(role: .cli, version: 1)),
      let question = try? MessageCoding.encode(ClientMessage.request(id: 1, .status))
    else { return StatusReport.Broker(running: false, providers: []) }
    let watch = AnswerWatch(over: connection)
    connection.send(SocketFrame(json: hello))
    connection.send(SocketFrame(json: question))
    defer { connection.close() }
    for await frame in connection.frames {
      guard let reply = try? MessageCoding.decode(ClientReply.self, from: frame.json) else { break }
      if case .status(let providers) = reply.answer { return StatusReport.Broker(running: true, providers: providers) }
    }
    return StatusReport.Broker(running: true, providers: [], isSilent: watch.isLate ? true : nil)
  }
}
