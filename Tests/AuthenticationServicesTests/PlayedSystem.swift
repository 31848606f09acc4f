// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Foundation
import LocalTransport
import SecretMemory
import Synchronization

/// The broker's end of a conversation with a client, played by a test.
final class PlayedSystem: Sendable {
  private let connections = Mutex<[LocalConnection]>([])
  private let heard: AsyncStream<(ClientMessage, String?)>
  private let voices: AsyncStream<(ClientMessage, String?)>.Continuation

  init() {
    (heard, voices) = AsyncStream.makeStream()
  }

  /// The client's end.
  func client() -> BrokerClient {
    BrokerClient { [self] in
      var pair: [CInt] = [-1, -1]
      guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0 else { throw POSIXError(.EIO) }
      let ours = LocalConnection.adopt(descriptor: pair[0])
      connections.withLock { $0.append(ours) }
      Task {
        for await frame in ours.frames {
          guard let message = try? MessageCoding.decode(ClientMessage.self, from: frame.json) else { return }
          voices.yield((message, frame.secret?.withBytes { String(decoding: $0, as: UTF8.self) }))
        }
      }
      return LocalConnection.adopt(descriptor: pair[1])
    }
  }

  /// The client's next message.
  func next() async -> (message: ClientMessage, secret: String?)? {
    for await voice in heard { return voice }
    return nil
  }

  func say(_ answer: ClientReply, secret: [UInt8]? = nil) throws {
    let frame = SocketFrame(json: try MessageCoding.encode(answer), secret: secret.map { SharedSecret(copying: $0) })
    connections.withLock { $0.last }?.send(frame)
  }

  func end() {
    connections.withLock { $0.last }?.close()
  }
}
