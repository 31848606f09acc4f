// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import passfold_sync

@Suite("A connection to a server", .timeLimit(.minutes(1)))
struct KeptConnectionTests {
  @Test("is reused within a minute, and replaced after that because the computer may have slept or moved")
  func keeping() async throws {
    let server = CountingServer()
    defer { server.end() }
    let time = Mutex(ContinuousClock.now)
    let settings = ServerSettings { ["PASSFOLD_SYNC_DEVELOPER": "1"][$0] }
    let made = ServerCarrier(settings, now: { time.withLock { $0 } })
    let carrier = try #require(made)
    let task = CarriedTask(place: "http://127.0.0.1:\(server.port)", method: "GET", path: "/v1/changes", seconds: 20)
    for (pause, connections) in [(0, 1), (1, 1), (60, 1), (61, 2), (5, 2), (3600, 3)] {
      time.withLock { $0 += .seconds(pause) }
      #expect(await carrier.carry(task).status == 200)
      #expect(server.connectionCount == connections)
    }
  }

  @Test("stays usable for the next task after a task is cancelled")
  func cancelling() async throws {
    let server = CountingServer()
    defer { server.end() }
    let settings = ServerSettings { ["PASSFOLD_SYNC_DEVELOPER": "1"][$0] }
    let made = ServerCarrier(settings, now: { .now })
    let carrier = try #require(made)
    let task = CarriedTask(place: "http://127.0.0.1:\(server.port)", method: "GET", path: "/v1/events", seconds: 60)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await carrier.carry(task)
    }
    #expect(await cancelled.value.failure != nil)
    #expect(await carrier.carry(task).status == 200)
  }
}
