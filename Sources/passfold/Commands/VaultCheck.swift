// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct VaultCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: translated("See whether every file, log entry, credential and snapshot is whole; changes nothing."),
    discussion: translated(
      "If the vault is open, every credential is opened; if it is locked, only the files' structure is checked. Ends with status 9 for damage."
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
