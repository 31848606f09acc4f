// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import VaultProtocol
import VaultSync
import passfold_vault

@Suite("The carrier's task desk")
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

  @Test("a cancelled wait is withdrawn from the carrier, which is then free for the next task", arguments: [true, false])
  func dropped(endsAll: Bool) async throws {
    let (first, second) = (Connection(), Connection())
    let former = try await begin(at: "https://former.example", first)
    if endsAll { await desk.endAll() } else { former.cancel() }
    #expect(await former.value?.code == .canceled)
    #expect(first.closings == 1)
    // The carrier returns on another connection, which nothing closes.
    let present = try await begin(at: "https://present.example", second)
    _ = try await desk.step(VaultCall.CarryStep(.outcome, in: .events, status: 200, isLast: true), secret: nil) { second.close() }
    #expect(await present.value == nil)
    await desk.endAll()
    #expect((first.closings, second.closings) == (1, 0))
  }

  @Test("a wait that the other side asked for ends when the vault is locked, since whoever waits holds the account's keys")
  func pauses() async throws {
    let pause = Task { [desk] in try await desk.pause(for: .seconds(60)) }
    while !pause.isCancelled, await desk.pauseCount == 0 { await Task.yield() }
    await desk.endAll()
    // A wait that is over ends without an error.
    await #expect(throws: CancellationError.self) { try await pause.value }
  }

  @Test("a request without a carrier fails within a minute, and one that a carrier has taken does not", arguments: [false, true])
  func silence(hasCarrier: Bool) async throws {
    let manual = ManualTime()
    let desk = CarrierDesk(time: manual.time)
    let hasEnded = Mutex(false)
    let asked = Task { () -> VaultSyncError? in
      defer { hasEnded.withLock { $0 = true } }
      do throws(VaultSyncError) { _ = try await desk.carry(SyncRequest("GET", "/v1/log"), to: "https://sync.example") } catch {
        return error
      }
      return nil
    }
    while !manual.isSomebodyAsleep { await Task.yield() }
    if hasCarrier {
      let (answer, _) = try await desk.step(VaultCall.CarryStep(.next, in: .work), secret: nil) {}
      guard case .task = answer else { throw VaultSyncError(.unreachable) }
    }
    manual.advance(by: .seconds(40))
    if hasCarrier {
      for _ in 0..<1000 { await Task.yield() }
      #expect(!hasEnded.withLock { $0 })
      _ = try await desk.step(VaultCall.CarryStep(.outcome, in: .work, status: 204, isLast: true), secret: nil) {}
      #expect(await asked.value == nil)
    } else {
      let error = await asked.value
      #expect(error?.code == .unreachable && error?.detail == "no-carrier")
    }
    // Wakes the remaining sleepers.
    manual.advance(by: .seconds(3600))
  }
}
