// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Glibc
package import LocalTransport

/// Finds out that a broker has not been needed for a while, where a service manager listens in its place and starts it again.
package struct IdleExit: Sendable {
  /// The minimum time without connections; the actual time is at most twice as long.
  package static let usualTime = Duration.seconds(600)

  private let time: Duration
  private let server: LocalServer
  private let wait: @Sendable (Duration) async throws -> Void
  private let mayEnd: @Sendable () async -> Bool

  /// Watches a server.
  ///
  /// - Parameters:
  ///   - variable: Looks up `PASSFOLD_QUIET_LIMIT`, in seconds, for tests.
  ///   - mayEnd: Returns whether the broker and its providers may end, asked when it was quiet for that time.
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

  /// Returns when the server has stopped accepting because it is not needed; clients that connect from then on wait for the next broker.
  package func come() async throws {
    while true {
      let before = server.traffic
      try await wait(time)
      guard before.open == 0, server.traffic == before, await mayEnd() else { continue }
      if server.closeIfNobodyConverses() { return }
    }
  }
}
