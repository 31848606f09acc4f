// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct Lock: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "lock", abstract: translated("Close the vault: every key is forgotten."))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let door = try await VaultDoor.open()
    try await door.checkForVault()
    _ = try await door.ask(.lock)
    StandardOutput.write(output.presenter.done(.locked))
  }
}
