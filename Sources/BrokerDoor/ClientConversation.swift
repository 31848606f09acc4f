// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Broker
package import BrokerProtocol
import LocalEndpoint
package import LocalTransport
package import Logging

/// A client's conversation with the broker, from its hello to its end.
package struct ClientConversation: Sendable {
  let connection: LocalConnection
  let broker: Broker
  let inspection: CallerInspection
  let browsers: BrowserAdmission
  /// The path of the installation's browser host, with links resolved. Only it may speak for a browser.
  let browserHost: String?
  /// The paths of the installation's programs that may show views, with links resolved.
  let surfaces: [String]
  let logger: Logger

  /// The condition for admitting a browser.
  package enum BrowserAdmission: Sendable {
    /// After its profile has presented a key that the user paired.
    case paired(PairedBrowsers)
    /// Immediately: the session is for automated tests and contains no user data.
    case virtualSession
  }

  /// Creates a conversation.
  ///
  /// - Parameters:
  ///   - connection: The client's connection.
  ///   - inspection: Identifies the process at the other end.
  ///   - browsers: The condition for admitting a browser.
  ///   - browserHost: The path of the installation's browser host, with links resolved; nil if there is none.
  ///   - surfaces: The paths of the programs that may show views, with links resolved.
  package init(
    connection: LocalConnection, broker: Broker, inspection: CallerInspection, browsers: BrowserAdmission, browserHost: String?,
    surfaces: [String], logger: Logger
  ) {
    self.connection = connection
    self.broker = broker
    self.inspection = inspection
    self.browsers = browsers
    self.browserHost = browserHost
    self.surfaces = surfaces
    self.logger = logger
  }

  /// The time limit for a client's hello (security design, rule D1).
  private static let handshake = Duration.seconds(10)

  /// Runs until the client closes the connection, sends a malformed message, sends anything before its hello, or does not send its hello in
  /// time.
  package func run() async {
    defer { connection.close() }
    let connection = connection
    var frames = connection.frames.makeAsyncIterator()
    let patience = Task {
      try await Task.sleep(for: Self.handshake)
      connection.close()
    }
    guard let first = await frames.next(), let hello = message(in: first), case .hello(let name, 1, let vouched) = hello else {
      return patience.cancel()
    }
    patience.cancel()
    guard var caller = inspection.identity(of: connection),
      let role = ClientRole(name, of: caller, browserHost: browserHost, surfaces: surfaces)
    else {
      return logger.warning("client turned away", metadata: ["role": "\(name.rawValue)", "process": "\(connection.peer?.process ?? 0)"])
    }
    if role == .browser, case .paired(let browsers) = browsers {
      let browser = BrowserConversation(
        connection: connection, broker: broker, browsers: browsers, caller: caller, vouched: vouched ?? "",
        program: inspection.program(startingHostOf: connection))
      return await browser.run(&frames)
    }
    if role == .app { caller.application = inspection.application(of: caller) }
    let client = await Self.attach(role, caller, connection, broker)
    await broker.receive(hello, from: client)
    while let frame = await frames.next(), let message = message(in: frame) {
      // A second hello would let a client change its identity.
      if case .hello = message { break }
      await broker.receive(message, secret: frame.secret, from: client)
    }
    await broker.detach(client)
  }

  /// Attaches a client whose answers are sent over a connection. An answer that does not fit in a frame ends its request with a failure.
  package static func attach(
    _ role: ClientRole, _ caller: CallerIdentity, browser: String? = nil, _ connection: LocalConnection, _ broker: Broker
  ) async -> ClientNumber {
    await broker.attach(
      as: role, caller: caller, browser: browser,
      knowing: { client in
        { reply, secret in
          connection.send(making: {
            if let json = try? MessageCoding.encode(reply) { return SocketFrame(json: json, secret: secret) }
            Task { await broker.couldNotDeliver(reply.id, to: client) }
            return nil
          })
        }
      })
  }

  private func message(in frame: SocketFrame) -> ClientMessage? {
    try? MessageCoding.decode(ClientMessage.self, from: frame.json)
  }
}
