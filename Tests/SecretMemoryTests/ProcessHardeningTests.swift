// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecretMemory
import Testing

@Suite("Process hardening")
struct ProcessHardeningTests {
  @Test("ends core dumps and keeps new files private")
  func applies() throws {
    ProcessHardening.apply()
    let limits = try String(contentsOfFile: "/proc/self/limits", encoding: .utf8)
    let coreLine = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
    #expect(coreLine.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    #expect(status.contains("Umask:\t0077"))
  }
}
