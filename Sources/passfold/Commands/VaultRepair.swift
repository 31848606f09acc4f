// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct VaultRepair: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair", abstract: translated("Put the vault together anew from all that is whole, here and in the snapshots."),
    discussion: translated(
      """
      Damaged credentials are set apart in a file of their own and taken from the newest snapshot that has them whole; the index is made anew. \
      The vault of before is kept. The vault asks for its passphrase. A vault that synchronises stops doing so: afterwards, passfold sync use with the same place \
      brings it and your other devices together again.
      """))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let door = try await VaultDoor.open()
    let progress = KeepingProgress()
    defer { progress.end() }
    guard case .repaired(let report) = try await door.ask(.repairVault, hearProgress: progress.show).answer else {
      throw CommandFailure.hungUp
    }
    progress.end()
    StandardOutput.write(output.presenter.repaired(report))
  }
}
