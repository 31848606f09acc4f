// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LocalTransport

/// Brings a link that a browser opened back to the program that waits for it (the client's `WebCallbackHandler` names it in a desktop file).
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
    // Nobody waits any more: there is nothing to bring back to, and nothing was lost.
    guard let connection = try? LocalConnection.connect(toSocketAt: socket) else { throw ExitCode(1) }
    connection.send(SocketFrame(json: try MessageCoding.encode(Link(url: url))))
    connection.close()
    for await _ in connection.frames {}
  }
}
