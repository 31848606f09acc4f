// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import LocalEndpoint
import LocalTransport
import SecretMemory

/// The vault's management door, to which the broker passes the requests of popups and settings: each in its own conversation, which it does
/// not read.
struct VaultDoor: Sendable {
  /// The time that a vault that has just been started may take to open its door.
  private static let patience = Duration.seconds(5)
  private static let pause = Duration.milliseconds(50)
  /// The number of the only request of a conversation.
  private static let number = JSONValue.number(1)

  /// The number of bytes around an answer on its way to a browser.
  private static let wrapping = 1024

  let socket: String

  private struct Hello: Encodable {
    var `protocol` = 1
    let role: String
    var browser: String?
    var program: String?

    init(_ asker: VaultRelayRequest.Asker) {
      switch asker {
      case .popup(let browser): (role, self.browser) = ("browser", browser)
      case .settings(let program): (role, self.program) = ("settings", program)
      }
    }
  }

  /// Makes a request, and waits for the answer without a limit; a prompt may come in between.
  ///
  /// - Throws: `vaultFailed` when the vault is not there, closes the connection, or its answer cannot be sent to a browser. Cancelling the
  ///   task closes the connection.
  func ask(_ request: VaultRelayRequest) async throws(BrokerError) -> VaultRelayAnswer {
    let connection = try await connect(to: request.vault)
    let answer = await withTaskCancellationHandler {
      await converse(request, over: connection)
    } onCancel: {
      connection.close()
    }
    connection.close()
    guard let answer else { throw BrokerError(.vaultFailed, subject: socket) }
    return answer
  }

  private func connect(to vault: Int32) async throws(BrokerError) -> LocalConnection {
    let end = ContinuousClock.now.advanced(by: Self.patience)
    repeat {
      if let connection = try? LocalConnection.connect(toSocketAt: socket) {
        // A process that has taken the vault's place at its door receives nothing.
        if connection.peer?.process == vault { return connection }
        connection.close()
      }
      do { try await Task.sleep(for: Self.pause) } catch { break }
    } while ContinuousClock.now < end
    throw BrokerError(.vaultFailed, subject: socket)
  }

  private func converse(_ request: VaultRelayRequest, over connection: LocalConnection) async -> VaultRelayAnswer? {
    var members = request.members
    members["id"] = Self.number
    guard let hello = try? MessageCoding.encode(Hello(request.asker)), let json = try? MessageCoding.encode(members) else {
      return nil
    }
    connection.send(SocketFrame(json: hello))
    connection.send(SocketFrame(json: json, secret: request.secret))
    for await frame in connection.frames {
      guard var members = try? MessageCoding.decode([String: JSONValue].self, from: frame.json) else { return nil }
      if members["id"] == .number(0) {
        // The hello was accepted; a failure here is of no use to a popup.
        guard members["type"] == .text("done") else { return nil }
        continue
      }
      guard members.removeValue(forKey: "id") == Self.number else { return nil }
      guard Self.fitsOneMessage(frame) else { return nil }
      return VaultRelayAnswer(members: members, secret: frame.secret)
    }
    return nil
  }

  /// Returns whether a frame fits into one message to a browser, whose transport has no secret part: there a byte may become six
  /// characters.
  private static func fitsOneMessage(_ frame: SocketFrame) -> Bool {
    frame.json.count + 6 * (frame.secret?.byteCount ?? 0) + wrapping <= SocketFrameLimits.json
  }
}
