// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalTransport
import Testing

@Suite("The terminal of a process, by the kernel's word")
struct ControllingTerminalTests {
  /// A process with a terminal of its own, or with none of its own but another's open; ends with this value.
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

  @Test("a process's terminal is the one that controls it")
  func controlling() throws {
    let subject = try Subject(controls: true)
    let held = try #require(PeerProcess(number: subject.number))
    let terminal = ControllingTerminal(ofProcess: subject.number, heldBy: held)
    #expect(terminal?.path == subject.terminal && terminal?.session == subject.number)
    #expect(terminal?.device == ControllingTerminal.characterDevice(at: subject.terminal))
    subject.end()
    #expect(ControllingTerminal(ofProcess: subject.number, heldBy: held) == nil)
  }

  @Test("a terminal that a process merely has open is not its own")
  func merelyOpen() throws {
    let subject = try Subject(controls: false)
    let held = try #require(PeerProcess(number: subject.number))
    #expect(ControllingTerminal(ofProcess: subject.number, heldBy: held) == nil)
    subject.end()
  }

  @Test("a device number that is not the one behind the path counts as no terminal")
  func otherDevice() throws {
    // 34819 is 136:3 as the kernel writes it.
    let status = try #require(ProcessStatus(parsing: "7 (x) S 1 1 7 34819 1 0 0 0 0 0 0 0 0 0 20 0 1 0 90 0"))
    #expect(ControllingTerminal(status) { $0 == "/dev/pts/3" ? 34_819 : nil }?.path == "/dev/pts/3")
    #expect(ControllingTerminal(status) { _ in 34_820 } == nil)
    #expect(ControllingTerminal(status) { _ in nil } == nil)
    // 136:319, whose minor number is spread over both ends of the kernel's.
    let high = try #require(ProcessStatus(parsing: "7 (x) S 1 1 7 1083455 1 0 0 0 0 0 0 0 0 0 20 0 1 0 90 0"))
    #expect(ControllingTerminal(high) { $0 == "/dev/pts/319" ? 1083455 : nil }?.path == "/dev/pts/319")
  }
}
