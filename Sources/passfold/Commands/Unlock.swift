// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct Unlock: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: translated("Unlock the vault, and let this terminal get codes without further questions."))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    _ = try await VaultDoor.open().ask(.unlock)
    StandardOutput.write(output.presenter.done(.unlocked))
  }
}
