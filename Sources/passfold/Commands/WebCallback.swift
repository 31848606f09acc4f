// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LocalTransport

/// Returns a link that a browser opened to the waiting program (the client's `WebCallbackHandler` names this command in a desktop file).
struct WebCallback: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web-callback", abstract: "Bring a link back to the program that opened the browser.", shouldDisplay: false)

  private struct Link: Encodable {
    var url: String
  }

  @Argument(help: "The waiting program's socket.")
  var socket: String

  @Argument(help: "The link.")
  var url: String

  func run() async throws {
    // No program is waiting any more, and nothing is lost.
    guard let connection = try? LocalConnection.connect(toSocketAt: socket) else { throw ExitCode(1) }
    connection.send(SocketFrame(json: try MessageCoding.encode(Link(url: url))))
    connection.close()
    for await _ in connection.frames {}
  }
}
