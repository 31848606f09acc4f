// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The process that `passfold code --copy` leaves running; not for users.
struct ClipboardKeeping: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "clipboard-keeper", shouldDisplay: false)

  @Argument var kind: String

  func run() throws {
    guard let kind = Clipboard.Kind(rawValue: kind) else { throw CommandFailure.badValue(option: "kind") }
    ClipboardKeeper.run(kind: kind, seconds: Clipboard.keepTime)
  }
}
