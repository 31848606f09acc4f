// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import VaultProtocol
import VaultSync
import passfold_vault

@Suite("Where the carrier takes its tasks from")
struct CarrierDeskTests {
  private final class Connection: Sendable {
    private let count = Mutex(0)
    var closings: Int { count.withLock { $0 } }
    func close() { count.withLock { $0 += 1 } }
  }

  private let desk = CarrierDesk()

  private func begin(at place: String, _ connection: Connection) async throws -> Task<VaultSyncError?, Never> {
    let asked = Task { [desk] () -> VaultSyncError? in
      do throws(VaultSyncError) { _ = try await desk.carry(SyncRequest("GET", "/v1/events", waitsForNews: true), to: place) } catch {
        return error
      }
      return nil
    }
    let (answer, _) = try await desk.step(VaultCall.CarryStep(.next, in: .events), secret: nil) { connection.close() }
    guard case .task(let task) = answer else { throw VaultSyncError(.unreachable) }
    #expect(task.place == place)
    return asked
  }

  @Test("a wait that nobody needs any more is taken from the carrier, which is free for the next", arguments: [true, false])
  func dropped(endsAll: Bool) async throws {
    let (first, second) = (Connection(), Connection())
    let former = try await begin(at: "https://former.example", first)
    if endsAll { await desk.endAll() } else { former.cancel() }
    #expect(await former.value?.code == .canceled)
    #expect(first.closings == 1)
    // It comes back on another connection, which nothing ends.
    let present = try await begin(at: "https://present.example", second)
    _ = try await desk.step(VaultCall.CarryStep(.outcome, in: .events, status: 200, isLast: true), secret: nil) { second.close() }
    #expect(await present.value == nil)
    await desk.endAll()
    #expect((first.closings, second.closings) == (1, 0))
  }
}
