// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport
import SecretMemory
import Testing

@Suite("Other programs, run to their end")
struct ProgramRunTests {
  @Test("what went in comes out of one that gives it back")
  func echo() throws {
    let outcome = try ProgramRun(program: "cat", input: SharedSecret(copying: "secret".utf8), outputLimit: 64).run()
    #expect(outcome.status == 0)
    #expect(outcome.output?.withBytes { $0.elementsEqual("secret".utf8) } == true)
  }

  @Test("more than is wanted is nothing, and one that is not there is missing")
  func bounds() throws {
    #expect(try ProgramRun(program: "echo", arguments: ["far too much"], outputLimit: 4).run().output == nil)
    #expect(throws: ProgramRun.Failure.missing) { _ = try ProgramRun(program: "passfold-no-such-program").run() }
  }

  @Test("one that has more to say than is wanted is ended, and nobody waits for it")
  func endless() throws {
    let outcome = try ProgramRun(program: "cat", arguments: ["/dev/zero"], outputLimit: 1 << 17, reportLimit: 64, timeLimit: nil).run()
    #expect(outcome.output == nil)
    #expect(outcome.status == nil)
  }

  @Test("one that does not end in time is ended")
  func time() {
    #expect(throws: ProgramRun.Failure.failed) {
      _ = try ProgramRun(program: "sleep", arguments: ["60"], outputLimit: 4, timeLimit: 0.1).run()
    }
  }
}
