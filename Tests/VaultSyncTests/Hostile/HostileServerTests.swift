// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("A vault facing a lying server")
struct HostileServerTests {
  /// `make hostile` runs 20.
  private static let seedCount = ProcessInfo.processInfo.environment["PASSFOLD_HOSTILE_SEEDS"].flatMap(UInt64.init) ?? 2

  @Test("each lie gets its expected verdict, no record is lost, and nothing is sent after an alarm", arguments: HostileScenario.all)
  func judged(scenario: HostileScenario) async throws {
    let base = try await HostileBase.shared
    for seed in 0..<Self.seedCount {
      let folder = HostileBase.newFolder("hostile")
      defer { try? FileManager.default.removeItem(at: folder) }
      try await HostileRun(base, scenario, seed: seed).run(in: folder)
    }
  }

  @Test("there are at least 180 scenarios, each with a unique name")
  func named() {
    #expect(Set(HostileScenario.all.map(\.name)).count == HostileScenario.all.count)
    #expect(HostileScenario.all.count >= 180)
  }
}
