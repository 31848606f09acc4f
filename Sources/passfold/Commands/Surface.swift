// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import Translations
import VaultProtocol

struct Surface: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "surface", abstract: translated("Show in this terminal the questions of programs that run in it."),
    discussion: translated(
      """
      Programs in a terminal without a desktop start it automatically. It draws only while there is a question, and ends on SIGTERM or \
      together with the program that started it. With --plain, or if the terminal cannot move its cursor, it prints lines and reads an \
      answer, for screen readers.
      """))

  @Flag(help: .translated("Print lines instead of drawing a screen."))
  var plain = false

  func run() async throws {
    Self.useControllingTerminal()
    guard TerminalPlace.name != nil else { throw CommandFailure.nobodyToAsk(translated("what to fill in")) }
    try await ViewSession(attachedPlainly: plain).run()
  }

  /// Uses the terminal directly if the program's input or output is redirected.
  private static func useControllingTerminal() {
    guard isatty(0) != 1 || isatty(1) != 1 else { return }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return }
    dup2(terminal, 0)
    dup2(terminal, 1)
    close(terminal)
  }
}
