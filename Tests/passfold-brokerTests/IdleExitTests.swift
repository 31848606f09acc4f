// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LocalEndpoint
import LocalTransport
import Synchronization
import Testing
import passfold_broker

@Suite("The idle exit of a broker started by a service manager", .timeLimit(.minutes(1)))
struct IdleExitTests {
  /// A server at a socket, and the events of each idle span.
  private final class Stage: Sendable {
    let server: LocalServer
    let path: String
    let spans = Mutex<[@Sendable () async throws -> Void]>([])
    let asked = Mutex(0)

    init() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("quiet-\(UUID().uuidString.prefix(8))").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      path = folder + "/broker.sock"
      server = LocalServer.serve(activated: try UnixSocket.listen(at: path))
    }

    func ending(mayEnd: @escaping @Sendable () -> Bool) -> IdleExit {
      IdleExit(
        of: server, variable: { _ in nil },
        wait: { [self] duration in
          #expect(duration == .seconds(600))
          guard let span = spans.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
          try await span()
        },
        mayEnd: { [self] in
          asked.withLock { $0 += 1 }
          return mayEnd()
        })
    }
  }

  @Test("the broker exits after an idle span without new or open connections, and not before")
  func quiet() async throws {
    let stage = try Stage()
    let held = Mutex<[LocalConnection]>([])
    stage.spans.withLock {
      $0 = [
        {
          let client = try LocalConnection.connect(toSocketAt: stage.path)
          held.withLock { $0.append(client) }
          while stage.server.traffic.begun < 1 { await Task.yield() }
        },
        {},
        {
          for await connection in stage.server.connections {
            connection.close()
            break
          }
          held.withLock { for client in $0 { client.close() } }
          while stage.server.traffic.open > 0 { await Task.yield() }
        },
      ]
    }
    try await stage.ending(mayEnd: { true }).come()
    #expect(stage.spans.withLock { $0.isEmpty })
    #expect(stage.asked.withLock { $0 } == 1)
  }

  @Test("the broker keeps running while an exit would lose something")
  func kept() async throws {
    let stage = try Stage()
    let rounds = Mutex(0)
    try await stage.ending(mayEnd: {
      rounds.withLock {
        $0 += 1
        return $0 == 3
      }
    }).come()
    #expect(rounds.withLock { $0 } == 3)
  }
}
