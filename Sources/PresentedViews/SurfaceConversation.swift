// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

package import LocalTransport

/// A surface's conversation with the broker: views come in, what the person does with them goes out.
package struct SurfaceConversation: Sendable {
  /// The environment variable in which the broker gives a surface that it starts its ticket.
  package static let ticketVariable = "PASSFOLD_SURFACE_TICKET"

  private struct Hello: Encodable {
    var type = "hello"
    var role = "surface"
    var `protocol` = 1
  }

  private struct Attach: Encodable {
    var type = "attach-surface"
    var id = 0
    var ticket: String?
    var terminal: String?
  }

  private struct Event: Encodable {
    var type = "view-event"
    var id: Int
    var view: Int
    var action: ViewEventValue.Action
    var row: String?
  }

  private let connection: LocalConnection

  /// Says hello over a connection and asks for the views of a terminal, or for those that a ticket stands for.
  ///
  /// - Parameters:
  ///   - ticket: what the broker gave to a surface that it started.
  ///   - terminal: the path of the terminal that the surface draws on.
  package init(over connection: LocalConnection, ticket: String? = nil, terminal: String? = nil) {
    self.connection = connection
    send(Hello())
    send(Attach(ticket: ticket, terminal: terminal))
  }

  /// What the broker says, for one reader; ends with the conversation, or with something malformed.
  package var messages: AsyncStream<SurfaceMessage> {
    let frames = connection.frames
    let (stream, report) = AsyncStream.makeStream(of: SurfaceMessage.self)
    let reading = Task {
      for await frame in frames {
        guard let message = try? MessageCoding.decode(SurfaceMessage.self, from: frame.json) else { break }
        report.yield(message)
      }
      report.finish()
    }
    report.onTermination = { _ in reading.cancel() }
    return stream
  }

  /// Tells what the person did with a view of the request `id`.
  package func send(_ event: ViewEventValue, id: Int) {
    send(Event(id: id, view: event.view, action: event.action, row: event.row))
  }

  /// Ends the conversation; the broker cancels what was on this surface.
  package func close() { connection.close() }

  private func send(_ message: some Encodable) {
    guard let json = try? MessageCoding.encode(message) else { return }
    connection.send(SocketFrame(json: json))
  }
}
