// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalTransport
import Testing

@Suite("The controlling terminal of a process, as reported by the kernel")
struct ControllingTerminalTests {
  /// A process that has a controlling terminal, or that has none but keeps another's open; ends with this value.
  private final class Subject {
    let number: Int32
    let terminal: String
    private let process = Process()
    private let input = Pipe()

    init(controls: Bool) throws {
      let script = """
        import fcntl, os, pty, sys, termios
        main, side = pty.openpty()
        child = os.fork()
        if child == 0:
            if \(controls ? "True" : "False"):
                os.setsid()
                fcntl.ioctl(side, termios.TIOCSCTTY, 0)
            else:
                os.setsid()
            os.kill(os.getpid(), 19)
            os._exit(0)
        os.waitpid(child, os.WUNTRACED)
        os.write(1, f"{child} {os.ttyname(side)}\\n".encode())
        sys.stdin.read()
        os.kill(child, 9)
        os.waitpid(child, 0)
        """
      let output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["python3", "-c", script]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      let words = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      number = try #require(words.first.flatMap { Int32($0) })
      terminal = try #require(words.dropFirst().first.map(String.init))
    }

    /// Ends the process and waits until its number is free.
    func end() {
      input.fileHandleForWriting.closeFile()
      process.waitUntilExit()
    }
  }

  @Test("is found for a process that has one")
  func controlling() throws {
    let subject = try Subject(controls: true)
    let held = try #require(PeerProcess(number: subject.number))
    let terminal = ControllingTerminal(ofProcess: subject.number, heldBy: held)
    #expect(terminal?.path == subject.terminal && terminal?.session == subject.number)
    #expect(terminal?.device == ControllingTerminal.characterDevice(at: subject.terminal))
    subject.end()
    #expect(ControllingTerminal(ofProcess: subject.number, heldBy: held) == nil)
  }

  @Test("is not a terminal that the process merely has open")
  func merelyOpen() throws {
    let subject = try Subject(controls: false)
    let held = try #require(PeerProcess(number: subject.number))
    #expect(ControllingTerminal(ofProcess: subject.number, heldBy: held) == nil)
    subject.end()
  }

  @Test("is ignored if its device number differs from that of the path")
  func otherDevice() throws {
    // 34819 is 136:3 in the kernel's encoding.
    let status = try #require(ProcessStatus(parsing: "7 (x) S 1 1 7 34819 1 0 0 0 0 0 0 0 0 0 20 0 1 0 90 0"))
    #expect(ControllingTerminal(status) { $0 == "/dev/pts/3" ? 34_819 : nil }?.path == "/dev/pts/3")
    #expect(ControllingTerminal(status) { _ in 34_820 } == nil)
    #expect(ControllingTerminal(status) { _ in nil } == nil)
    // 136:319: the kernel splits this minor number over both ends of the device number.
    let high = try #require(ProcessStatus(parsing: "7 (x) S 1 1 7 1083455 1 0 0 0 0 0 0 0 0 0 20 0 1 0 90 0"))
    #expect(ControllingTerminal(high) { $0 == "/dev/pts/319" ? 1083455 : nil }?.path == "/dev/pts/319")
  }
}
