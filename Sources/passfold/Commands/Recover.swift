// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct Recover: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover", abstract: translated("Open your vault with the recovery key when the passphrase is forgotten."),
    discussion: translated(
      """
      The vault's prompts ask for the recovery key from your recovery kit and, twice, for a new passphrase. All your entries stay. The \
      key works once, so you get a new one, as when you created the vault. The log of what left the vault starts again.
      """))

  @OptionGroup var kit: RecoveryKitOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await kit.issue(.recover)
    StandardOutput.write(output.presenter.done(.recovered))
  }
}
