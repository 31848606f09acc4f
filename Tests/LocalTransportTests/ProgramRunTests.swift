// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport
import SecretMemory
import Testing

@Suite("Runs of other programs")
struct ProgramRunTests {
  @Test("return the output and status of a program that was given a secret input")
  func echo() throws {
    let outcome = try ProgramRun(program: "cat", input: SharedSecret(copying: "secret".utf8), outputLimit: 64).run()
    #expect(outcome.status == 0)
    #expect(outcome.output?.withBytes { $0.elementsEqual("secret".utf8) } == true)
  }

  @Test("return no output above the limit, and report a missing program")
  func bounds() throws {
    #expect(try ProgramRun(program: "echo", arguments: ["far too much"], outputLimit: 4).run().output == nil)
    #expect(throws: ProgramRun.Failure.missing) { _ = try ProgramRun(program: "passfold-no-such-program").run() }
  }

  @Test("end a program whose output exceeds the limit without waiting for it")
  func endless() throws {
    let outcome = try ProgramRun(program: "cat", arguments: ["/dev/zero"], outputLimit: 1 << 17, reportLimit: 64, timeLimit: nil).run()
    #expect(outcome.output == nil)
    #expect(outcome.status == nil)
  }

  @Test("end a program that exceeds its time limit")
  func time() {
    #expect(throws: ProgramRun.Failure.failed) {
      _ = try ProgramRun(program: "sleep", arguments: ["60"], outputLimit: 4, timeLimit: 0.1).run()
    }
  }
}
