// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct VaultRepair: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair", abstract: translated("Rebuild the vault from everything that is intact, here and in the snapshots."),
    discussion: translated(
      """
      Damaged entries are set aside in a separate file and restored from the newest snapshot that has them intact; the index is rebuilt. \
      The previous vault is kept. The vault asks for its passphrase. A vault that synchronises stops doing so: afterwards, passfold sync \
      use with the same place brings it and your other devices together again.
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
