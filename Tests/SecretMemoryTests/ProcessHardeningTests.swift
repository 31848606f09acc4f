// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecretMemory
import Testing

@Suite("Process hardening")
struct ProcessHardeningTests {
  @Test("disables core dumps and fault handlers, and keeps new files private")
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

  @Test("keeps a process that has held a secret hidden from other processes")
  func staysHidden() throws {
    ProcessHardening.apply()
    _ = SecretBytes(copying: [1, 2, 3])
    ProcessHardening.showUntilFirstSecret()
    // Through prctl(2), which Swift does not import because it is variadic; 3 is PR_GET_DUMPABLE.
    let address = try #require(dlsym(dlopen(nil, RTLD_NOW), "prctl"))
    let control = unsafeBitCast(address, to: (@convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt).self)
    #expect(control(3, 0, 0, 0, 0) == 0)
  }
}
