// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import passfold_qr

@Suite("Pipes to helper programs")
struct PipeTests {
  private static var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  private func sh(_ script: String) -> HelperProgram { HelperProgram("/bin/sh", ["-c", script]) }

  private func stop(_ body: () throws -> some Any) -> HelperProgram.Stop? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? HelperProgram.Stop
    }
  }

  @Test("transfer more than they can buffer, in both directions at the same time")
  func bothWays() throws {
    let sent = [UInt8](repeating: 7, count: 3_000_000)
    let result = try sent.withUnsafeBytes { try sh("cat").run(input: $0, limit: 4_000_000, time: .seconds(20)) }
    #expect(result.output.array == sent)
    #expect(result.ending == .exited(0))
  }

  @Test("report how the program ended")
  func endings() throws {
    #expect(try sh("exit 7").run(input: Self.nothing, limit: 10, time: .seconds(10)).ending == .exited(7))
    #expect(try sh("kill -9 $$").run(input: Self.nothing, limit: 10, time: .seconds(10)).ending == .killed(9))
    #expect(
      stop { try HelperProgram("passfold-there-is-no-such-program", []).run(input: Self.nothing, limit: 1, time: .seconds(5)) } == .notFound
    )
  }

  @Test("end at the size limit and at the time limit")
  func bounds() {
    #expect(stop { try sh("yes").run(input: Self.nothing, limit: 1000, time: .seconds(10)) } == .tooLarge)
    #expect(stop { try sh("sleep 60").run(input: Self.nothing, limit: 1000, time: .milliseconds(50)) } == .timedOut)
    #expect(stop { try sh("exec >&-; sleep 60").run(input: Self.nothing, limit: 1000, time: .milliseconds(50)) } == .timedOut)
  }

  @Test("work with a program that stops reading early")
  func earlyEnd() throws {
    signal(SIGPIPE, SIG_IGN)
    let sent = [UInt8](repeating: 7, count: 1_000_000)
    let result = try sent.withUnsafeBytes { try sh("echo enough").run(input: $0, limit: 100, time: .seconds(10)) }
    #expect(result.output.array == Array("enough\n".utf8))
  }

  @Test("time out if nothing is written")
  func silence() throws {
    var ends: [CInt] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    var limits = Limits()
    limits.inputTime = .milliseconds(50)
    #expect(refusal { try ImageFile.read(descriptor: ends[0], limits: limits) } == .inputTimedOut)
  }

  @Test("accept exactly as many bytes as the limit allows")
  func exactLimit() throws {
    var limits = Limits()
    for (limit, expected) in [(4, nil), (3, QRFailure.Code.fileTooLarge)] {
      var ends: [CInt] = [-1, -1]
      #expect(pipe(&ends) == 0)
      defer { close(ends[0]) }
      #expect([1, 2, 3, 4].withUnsafeBytes { writeAll(UnsafeRawBufferPointer(rebasing: $0[..<4]), to: ends[1]) })
      close(ends[1])
      limits.fileBytes = limit
      #expect(refusal { try ImageFile.read(descriptor: ends[0], limits: limits) } == expected)
    }
  }
}
