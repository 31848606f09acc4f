// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import LocalEndpoint
import LocalTransport

/// The command's way to the broker's list of connected browsers; the broker is started when it does not run.
struct PairedBrowsersDoor {
  private let connection: LocalConnection

  /// Opens the door.
  static func open() throws(CommandFailure) -> PairedBrowsersDoor {
    let folder = RuntimeFolder()
    do {
      let connection = LocalConnection.adopt(descriptor: try BrokerLauncher(folder: folder).connect())
      connection.send(SocketFrame(json: try MessageCoding.encode(ClientMessage.hello(role: .settings, version: 1))))
      return PairedBrowsersDoor(connection: connection)
    } catch let error as LocalEndpointError {
      throw CommandFailure(error, log: folder.brokerLog)
    } catch {
      throw .brokerHungUp
    }
  }

  /// The connected browsers, in the order they were connected.
  func browsers() async throws(CommandFailure) -> [PairedBrowserValue] {
    guard case .list(_, let browsers) = try await ask(.list(id: 1)) else { throw .brokerHungUp }
    return browsers
  }

  /// Forgets the browser of an identifier or a name.
  func forget(_ browser: String) async throws(CommandFailure) {
    switch try await ask(.forget(id: 1, browser: browser)) {
    case .forgotten: return
    case .failure(_, "browserUnknown"): throw .browserUnknown(name: browser)
    case .failure(_, "settingsNotSaved"): throw .browsersNotSaved
    default: throw .brokerHungUp
    }
  }

  private func ask(_ request: PairedBrowsersRequest) async throws(CommandFailure) -> PairedBrowsersAnswer {
    guard let json = try? MessageCoding.encode(request) else { throw .brokerHungUp }
    connection.send(SocketFrame(json: json))
    defer { connection.close() }
    for await frame in connection.frames {
      // The welcome comes before.
      if let answer = try? MessageCoding.decode(PairedBrowsersAnswer.self, from: frame.json) { return answer }
    }
    throw .brokerHungUp
  }
}
