// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Dispatch
import Glibc
import LocalTransport
import Logging
import SecretMemory
import Synchronization

/// A provider's process: started with one end of a socket pair as descriptor 3, and with no other connection to the broker.
struct ProviderProcess: ProviderLink {
  /// The descriptor of a provider's end of the conversation.
  static let providerDescriptor: CInt = 3
  /// The number of bytes from which decoding a message takes noticeable time.
  private static let sizeOfLargeFrame = 8 * 1024

  private let child: ChildProcess
  private let connection: LocalConnection
  private let record: Record

  /// The result that is known once the process has ended.
  private final class Record: Sendable {
    let ending = Mutex<ProviderEnd?>(nil)
  }

  /// The way it ended, by the sandbox's exit status if there is one: it reports a signal as 128 plus its number.
  var ending: ProviderEnd? { record.ending.withLock { $0 } }
  var process: Int32? { child.number }
  /// Returns whether the user's resources that the process was shown are still current.
  private let isUpToDate: @Sendable () -> Bool
  var seesItsPlaces: Bool { isUpToDate() }

  /// Starts a provider and reports its events until it ends.
  ///
  /// - Parameter scope: The limits of all its processes together; nil if none can be set. It is in force before the provider's first step.
  static func start(
    _ launch: ProviderLaunch, of bundle: ProviderBundle, within scope: ProviderScope? = nil, logger: Logger,
    isUpToDate: @escaping @Sendable () -> Bool = { true },
    cleanUp: @escaping @Sendable () -> Void = {}, handler: @escaping @Sendable (ProviderEvent) async -> Void
  ) throws(BrokerError) -> ProviderProcess {
    var pair: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &pair) == 0, let ours = pair.first,
      let theirs = pair.last
    else { throw BrokerError(.providerDidNotStart, subject: bundle.identifier) }
    defer { close(theirs) }
    let output = ProviderOutput.open(for: bundle.identifier, logger: logger)
    defer { if let output { close(output.end) } }
    let gate = scope.flatMap { Gate(of: launch, to: $0) }
    defer { gate?.closeFarEnd() }
    let inherited = [(theirs, providerDescriptor)] + [gate].compactMap { $0.map { ($0.farEnd, $0.number) } }
    guard
      let number = ProgramStart(gate.map { launch.waiting(at: $0.number) } ?? launch).spawn(output: output?.end, inherited: inherited)
    else {
      close(ours)
      gate?.close()
      output?.output.stop()
      throw BrokerError(.providerDidNotStart, subject: bundle.identifier)
    }
    let connection = LocalConnection.adopt(descriptor: ours)
    let process = ChildProcess(number)
    gate?.open(for: number, logger: logger)
    let record = Record()
    // The conversation ends with the process even if a child of it still holds the conversation open; its last messages come first.
    let end = process.whenEnded(after: .seconds(1)) { connection.close() }
    Task {
      for await frame in connection.frames {
        guard !process.isEnding, let message = await message(in: frame) else { break }
        await handler(.message(message, secret: frame.secret))
      }
      connection.close()
      end?.cancel()
      // A process that is about to end by itself reports its own status.
      if !process.isEnding { await process.waitForEnd(milliseconds: 250) }
      process.kill()
      let status = await process.reap()
      cleanUp()
      let lastLine = await output?.output.finish()
      record.ending.withLock { $0 = ProviderEnd(waitStatus: status, lastLine: lastLine) }
      await handler(.ended)
    }
    return ProviderProcess(child: process, connection: connection, record: record, isUpToDate: isUpToDate)
  }

  /// Decodes a frame, a large one off the threads that answer clients; returns nil if it is no message.
  private static func message(in frame: SocketFrame) async -> ProviderMessage? {
    @Sendable func read() -> ProviderMessage? { try? MessageCoding.decode(ProviderMessage.self, from: frame.json) }
    return frame.json.count < sizeOfLargeFrame ? read() : await SerialWorker.stores.run(read)
  }

  func send(_ message: BrokerMessage, secret: SharedSecret?) -> Bool {
    guard case .call = message else {
      // The result does not matter: pages of an identity store are split so that they fit.
      connection.send(making: { (try? MessageCoding.encode(message)).map { SocketFrame(json: $0, secret: secret) } })
      return true
    }
    guard (secret?.byteCount ?? 0) <= SocketFrameLimits.secret, let json = try? MessageCoding.encode(message) else { return false }
    connection.send(SocketFrame(json: json, secret: secret))
    return true
  }

  func kill() {
    child.kill()
    connection.close()
  }
}

/// Delays a provider's start until its processes are limited together.
private struct Gate {
  let scope: ProviderScope
  /// The descriptor at which the start waits.
  let number: CInt
  let farEnd: CInt
  private let nearEnd: CInt

  init?(of launch: ProviderLaunch, to scope: ProviderScope) {
    var pair: [CInt] = [-1, -1]
    guard let number = launch.gate, socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &pair) == 0,
      let near = pair.first, let far = pair.last
    else { return nil }
    (self.scope, self.number, nearEnd, farEnd) = (scope, number, near, far)
  }

  func closeFarEnd() { Glibc.close(farEnd) }

  func close() { Glibc.close(nearEnd) }

  /// Limits the process, off the concurrency pool, and lets it start; without limits if systemd does not set them, as in a session without
  /// systemd.
  func open(for process: pid_t, logger: Logger) {
    let (scope, nearEnd) = (scope, nearEnd)
    DispatchQueue.global().async {
      if !scope.hold(process) {
        logger.warning("a provider runs without a bound of all its processes", metadata: ["scope": "\(scope.unit)"])
      }
      _ = send(nearEnd, "\n", 1, CInt(MSG_NOSIGNAL))
      Glibc.close(nearEnd)
    }
  }
}

extension ProviderEnd {
  /// Creates the end from the status returned by `waitpid`.
  fileprivate init(waitStatus: CInt, lastLine: String?) {
    let (exited, killer) = (waitStatus >> 8 & 0xff, waitStatus & 0x7f)
    self.init(lastLine: lastLine)
    if killer != 0 {
      signal = Int(killer)
    } else if exited > 128 {
      signal = Int(exited) - 128
    } else {
      status = Int(exited)
    }
  }
}
