// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Dispatch
import Glibc
import LocalTransport
import Logging
import SecretMemory

/// A provider's process: started with one end of a socket pair as descriptor 3, and with no other way to the broker.
struct ProviderProcess: ProviderLink {
  /// The descriptor under which a provider finds its end of the conversation.
  static let providerDescriptor: CInt = 3
  /// From this many bytes on, the reading of a message takes its time.
  private static let sizeOfLargeFrame = 8 * 1024

  private let process: ChildProcess
  private let connection: LocalConnection

  /// Starts a provider and reports what it does until it ends.
  static func start(
    _ launch: ProviderLaunch, of bundle: ProviderBundle, logger: Logger, handler: @escaping @Sendable (ProviderEvent) async -> Void
  ) throws(BrokerError) -> ProviderProcess {
    var pair: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &pair) == 0, let ours = pair.first,
      let theirs = pair.last
    else { throw BrokerError(.providerDidNotStart, subject: bundle.identifier) }
    defer { close(theirs) }
    let output = ProviderOutput.open(for: bundle.identifier, logger: logger)
    defer { if let output { close(output.end) } }
    let start = ProgramStart(
      program: launch.program, arguments: launch.arguments, environment: launch.environment, handed: launch.handed)
    guard let number = start.spawn(output: output?.end, inherited: (theirs, providerDescriptor)) else {
      close(ours)
      output?.output.stop()
      throw BrokerError(.providerDidNotStart, subject: bundle.identifier)
    }
    let connection = LocalConnection.adopt(descriptor: ours)
    let process = ChildProcess(number)
    // The conversation ends with the process even where a child of it still holds the conversation open; its last words come first.
    let end = process.whenEnded(after: .seconds(1)) { connection.close() }
    Task {
      for await frame in connection.frames {
        guard !process.isEnding, let message = await message(in: frame) else { break }
        await handler(.message(message, secret: frame.secret))
      }
      connection.close()
      end?.cancel()
      process.kill()
      await process.reap()
      output?.output.stop()
      await handler(.ended)
    }
    return ProviderProcess(process: process, connection: connection)
  }

  /// Reads a frame, a large one beside the threads that answer clients; nil when it is no message.
  private static func message(in frame: SocketFrame) async -> ProviderMessage? {
    @Sendable func read() -> ProviderMessage? { try? MessageCoding.decode(ProviderMessage.self, from: frame.json) }
    return frame.json.count < sizeOfLargeFrame ? read() : await SlowWork.stores.run(read)
  }

  func send(_ message: BrokerMessage, secret: SharedSecret?) {
    connection.send(making: { (try? MessageCoding.encode(message)).map { SocketFrame(json: $0, secret: secret) } })
  }

  func kill() {
    process.kill()
    connection.close()
  }
}
