// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("A vault facing a folder that anyone can write to")
struct HostileFolderTests {
  /// `make hostile` runs 20; each test run uses one, because two seeds of every scenario take three minutes.
  private static let seedCount = ProcessInfo.processInfo.environment["PASSFOLD_HOSTILE_SEEDS"].flatMap(UInt64.init) ?? 1

  @Test("each event gets its expected verdict, no record is lost, and no file is written after an alarm", arguments: FolderScenario.all)
  func judged(scenario: FolderScenario) async throws {
    let base = try await HostileBase.shared
    for seed in 0..<Self.seedCount {
      let folder = HostileBase.newFolder("hostile-folder")
      defer { try? FileManager.default.removeItem(at: folder) }
      try await FolderRun(base, scenario, seed: seed, in: folder).run(in: folder)
    }
  }

  @Test("there are at least 75 file scenarios and 50 lies, each with a unique name")
  func named() {
    #expect(Set(FolderScenario.all.map(\.name)).count == FolderScenario.all.count)
    #expect(FolderScenario.ofFiles.count >= 75)
    #expect(FolderScenario.lies.count >= 50)
    // Each lie listed here is one of the server's.
    #expect(FolderScenario.lies.count == FolderScenario.verdictsOfLies.count)
  }
}
