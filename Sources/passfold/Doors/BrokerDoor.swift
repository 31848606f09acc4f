// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalEndpoint
import LocalTransport

/// Asks a running broker how its providers are (docs/protocols/native-messaging.md, "status").
enum BrokerDoor {
  private struct Hello: Encodable {
    var type = "hello"
    var role = "cli"
    var `protocol` = 1
  }

  private struct Question: Encodable {
    var type = "status"
    var id = 1
  }

  private struct Message: Decodable {
    var type: String
    var providers: [StatusReport.Provider]?
  }

  /// What the broker says of itself; a broker that does not answer counts as not running.
  static func report() async -> StatusReport.Broker {
    guard let connection = try? LocalConnection.connect(toSocketAt: RuntimeFolder().brokerSocket),
      let hello = try? MessageCoding.encode(Hello()), let question = try? MessageCoding.encode(Question())
    else { return StatusReport.Broker(running: false, providers: []) }
    connection.send(SocketFrame(json: hello))
    connection.send(SocketFrame(json: question))
    defer { connection.close() }
    for await frame in connection.frames {
      guard let message = try? MessageCoding.decode(Message.self, from: frame.json) else { break }
      if message.type == "status" { return StatusReport.Broker(running: true, providers: message.providers ?? []) }
    }
    return StatusReport.Broker(running: true, providers: [])
  }
}
