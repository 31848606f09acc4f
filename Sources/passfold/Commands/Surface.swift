// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BrokerProtocol
import Glibc
import LocalEndpoint
import LocalTransport
import PresentedViews
import VaultProtocol

struct Surface: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show in this terminal what is asked of you for programs that run in it.",
    discussion: """
      Programs of a terminal without a desktop start it by themselves. It draws only while there is a question, and ends on SIGTERM or \
      with the program that started it. With --plain, and where the terminal cannot move its cursor, it writes lines and reads an \
      answer, as screen readers like it.
      """)

  @Flag(help: "Write lines instead of drawing a screen.")
  var plain = false

  func run() async throws {
    Self.useControllingTerminal()
    guard let terminal = TerminalPlace.current.terminal else { throw CommandFailure.nobodyToAsk("what to fill in") }
    let folder = RuntimeFolder()
    let descriptor: CInt
    do {
      descriptor = try BrokerLauncher(folder: folder).connect()
    } catch {
      throw CommandFailure(error, log: folder.brokerLog)
    }
    let conversation = SurfaceConversation(over: LocalConnection.adopt(descriptor: descriptor), as: .surface)
    conversation.send(.request(id: 0, .attachSurface(ticket: nil, terminal: terminal)))
    try await ViewSession(
      conversation: conversation, screen: plain || !RawTerminal.isCapable ? nil : RawTerminal(),
      usesColor: TerminalOutput.showsColor(descriptor: 1), signs: Watching.showsUnicode ? .unicode : .ascii
    ).run()
  }

  /// Talks to the terminal itself where a program's input or output leads elsewhere.
  private static func useControllingTerminal() {
    guard isatty(0) != 1 || isatty(1) != 1 else { return }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return }
    dup2(terminal, 0)
    dup2(terminal, 1)
    close(terminal)
  }
}
