// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecretMemory
import Testing

@Suite("Process hardening")
struct ProcessHardeningTests {
  @Test("ends core dumps and reports of faults, and keeps new files private")
  func applies() throws {
    ProcessHardening.apply()
    let limits = try String(contentsOfFile: "/proc/self/limits", encoding: .utf8)
    let coreLine = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
    #expect(coreLine.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    #expect(status.contains("Umask:\t0077"))
    let caught = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigCgt") }?.split(separator: "\t").last)
    let handled = try #require(UInt64(caught, radix: 16))
    for fault in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { #expect(handled & (1 << UInt64(fault - 1)) == 0) }
  }
}
