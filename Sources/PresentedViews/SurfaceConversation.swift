// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import LocalTransport
package import SecretMemory

/// A conversation with the broker in which this program draws views or shows settings: broker messages come in, user actions go out.
package struct SurfaceConversation: Sendable {
  /// The environment variable in which the broker passes a ticket to a surface that it starts.
  package static let ticketVariable = "PASSFOLD_SURFACE_TICKET"

  private let connection: LocalConnection

  /// Introduces this program over a connection.
  package init(over connection: LocalConnection, as role: ClientRole) {
    self.connection = connection
    send(.hello(role: role, version: 1))
  }

  /// The broker's messages, for one reader, with the words for its own views; ends with the conversation, or with a malformed message.
  package var answers: AsyncStream<ClientReply> {
    let frames = connection.frames
    let (stream, report) = AsyncStream.makeStream(of: ClientReply.self)
    let reading = Task {
      for await frame in frames {
        guard var reply = try? MessageCoding.decode(ClientReply.self, from: frame.json) else { break }
        if case .present(let view) = reply.answer { reply.answer = .present(view.worded) }
        report.yield(reply)
      }
      report.finish()
    }
    report.onTermination = { _ in reading.cancel() }
    return stream
  }

  /// Sends one message to the broker.
  package func send(_ message: ClientMessage, secret: SharedSecret? = nil) {
    guard let json = try? MessageCoding.encode(message) else { return }
    connection.send(SocketFrame(json: json, secret: secret))
  }

  /// Sends the user's answer to the view of a request, with the texts of its fields, in order.
  package func send(_ event: ViewEventValue, of request: RequestNumber, typed: [SharedSecret]? = nil) {
    guard event.action == .confirm, let typed else { return send(.viewEvent(id: request, event)) }
    var event = event
    let (secret, byteCounts) = TypedTexts.join(typed)
    event.byteCounts = byteCounts
    send(.viewEvent(id: request, event), secret: secret)
  }

  /// Ends the conversation; the broker cancels everything on this surface.
  package func close() { connection.close() }
}
