// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Glibc
package import LocalTransport

/// Finds out that nobody has needed a broker for a while, where a service manager listens in its place and starts it again.
package struct QuietEnd: Sendable {
  /// How long nobody may have been connected, at least; twice as long at most.
  package static let usualTime = Duration.seconds(600)

  private let time: Duration
  private let server: LocalServer
  private let wait: @Sendable (Duration) async throws -> Void
  private let mayEnd: @Sendable () async -> Bool

  /// Watches a server.
  ///
  /// - Parameters:
  ///   - variable: Looks up `PASSFOLD_QUIET_LIMIT`, in seconds, for tests.
  ///   - mayEnd: Whether the broker and its providers can be spared, asked when it was quiet for so long.
  package init(
    of server: LocalServer, variable: (String) -> String?, wait: @escaping @Sendable (Duration) async throws -> Void,
    mayEnd: @escaping @Sendable () async -> Bool
  ) {
    let named = variable("PASSFOLD_QUIET_LIMIT").flatMap(Double.init).flatMap { (0.05...3600).contains($0) ? $0 : nil }
    time = named.map { .seconds($0) } ?? Self.usualTime
    self.server = server
    self.wait = wait
    self.mayEnd = mayEnd
  }

  /// Returns when the server has stopped accepting because nobody needs it; who connects from then on waits for the next broker.
  package func come() async throws {
    while true {
      let before = server.traffic
      try await wait(time)
      guard before.open == 0, server.traffic == before, await mayEnd() else { continue }
      if server.closeIfNobodyConverses() { return }
    }
  }
}
