// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Dispatch
import FoundationEssentials
import Glibc
import LocalTransport
import SecretMemory

/// A provider's process: started with one end of a socket pair as descriptor 3, and with no other way to the broker.
struct ProviderProcess: ProviderLink {
  /// The descriptor under which a provider finds its end of the conversation.
  static let providerDescriptor: CInt = 3

  private let process: pid_t
  private let connection: LocalConnection

  /// Starts the executable of `bundle` and reports what it does until it ends.
  static func start(
    _ bundle: ProviderBundle, handler: @escaping @Sendable (ProviderEvent) async -> Void
  ) throws(BrokerError) -> ProviderProcess {
    var pair: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &pair) == 0, let ours = pair.first,
      let theirs = pair.last
    else { throw BrokerError(.providerDidNotStart, subject: bundle.identifier) }
    defer { close(theirs) }
    guard let process = spawn(bundle.executable, descriptor: theirs) else {
      close(ours)
      throw BrokerError(.providerDidNotStart, subject: bundle.identifier)
    }
    let connection = LocalConnection.adopt(descriptor: ours)
    Task {
      for await frame in connection.frames {
        guard let message = try? MessageCoding.decode(ProviderMessage.self, from: frame.json) else { break }
        await handler(.message(message, secret: frame.secret))
      }
      connection.close()
      Glibc.kill(process, SIGKILL)
      await reap(process)
      await handler(.ended)
    }
    return ProviderProcess(process: process, connection: connection)
  }

  func send(_ call: ProviderCall, secret: SharedSecret?) {
    guard let json = try? MessageCoding.encode(call) else { return }
    connection.send(SocketFrame(json: json, secret: secret))
  }

  func kill() {
    Glibc.kill(process, SIGKILL)
  }

  private static func spawn(_ executable: String, descriptor: CInt) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, descriptor, providerDescriptor)
    var environment = ProcessInfo.processInfo.environment
    environment["PASSFOLD_PROVIDER_DESCRIPTOR"] = String(providerDescriptor)
    let variables = environment.map { strdup($0.key + "=" + $0.value) } + [nil]
    let arguments = [strdup(executable), nil]
    defer { (variables + arguments).forEach { free($0) } }
    var process: pid_t = 0
    return posix_spawn(&process, executable, &actions, nil, arguments, variables) == 0 ? process : nil
  }

  /// Waits for the killed process, off the concurrency pool.
  private static func reap(_ process: pid_t) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        continuation.resume()
      }
    }
  }
}
