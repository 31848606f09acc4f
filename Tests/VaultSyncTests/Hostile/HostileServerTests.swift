// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("A vault before a server that lies")
struct HostileServerTests {
  /// `make hostile` has 20.
  private static let seedCount = ProcessInfo.processInfo.environment["PASSFOLD_HOSTILE_SEEDS"].flatMap(UInt64.init) ?? 2

  @Test("What is served is judged, what is here stays, and after an alarm nothing goes out", arguments: HostileScenario.all)
  func judged(scenario: HostileScenario) async throws {
    let base = try await HostileBase.shared
    for seed in 0..<Self.seedCount {
      let folder = HostileBase.newFolder("hostile")
      defer { try? FileManager.default.removeItem(at: folder) }
      try await HostileRun(base, scenario, seed: seed).run(in: folder)
    }
  }

  @Test("Each of the scenarios has a name of its own, and there are 180 at least")
  func named() {
    #expect(Set(HostileScenario.all.map(\.name)).count == HostileScenario.all.count)
    #expect(HostileScenario.all.count >= 180)
  }
}
