// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("A vault before a folder that anybody can write to")
struct HostileFolderTests {
  /// `make hostile` has 20; each test run one, since every scenario of two takes three minutes of it.
  private static let seedCount = ProcessInfo.processInfo.environment["PASSFOLD_HOSTILE_SEEDS"].flatMap(UInt64.init) ?? 1

  @Test("What lies there is judged, what is here stays, and after an alarm no file is written", arguments: FolderScenario.all)
  func judged(scenario: FolderScenario) async throws {
    let base = try await HostileBase.shared
    for seed in 0..<Self.seedCount {
      let folder = HostileBase.newFolder("hostile-folder")
      defer { try? FileManager.default.removeItem(at: folder) }
      try await FolderRun(base, scenario, seed: seed, in: folder).run(in: folder)
    }
  }

  @Test("Each of the scenarios has a name of its own: of files there are 75 at least, and of what is in them 50 of the server's lies")
  func named() {
    #expect(Set(FolderScenario.all.map(\.name)).count == FolderScenario.all.count)
    #expect(FolderScenario.ofFiles.count >= 75)
    #expect(FolderScenario.lies.count >= 50)
    // Each of the server's lies that is told of here is one.
    #expect(FolderScenario.lies.count == FolderScenario.verdictsOfLies.count)
  }
}
