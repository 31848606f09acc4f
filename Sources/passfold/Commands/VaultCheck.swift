// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct VaultCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: translated("Check whether every file, log entry, entry and snapshot is intact, without changing anything."),
    discussion: translated(
      "If the vault is unlocked, every entry is decrypted; if it is locked, only the structure of the files is checked. Exits with status 9 if something is damaged."
    ))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let door = try await VaultDoor.open()
    let progress = KeepingProgress()
    defer { progress.end() }
    guard case .checked(let report) = try await door.ask(.check, hearProgress: progress.show).answer else { throw CommandFailure.hungUp }
    progress.end()
    StandardOutput.write(output.presenter.checked(report))
    if report.damaged > 0 { throw CommandFailure.damageFound(report.damaged) }
  }
}
