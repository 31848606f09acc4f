// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct RecoveryKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recovery-key", abstract: translated("Create a new recovery key; the key you wrote down stops working."),
    discussion: translated(
      """
      For a recovery kit that is lost or that someone has seen. The vault's prompt asks for the passphrase; the new key is shown once, as \
      when you created the vault.
      """))

  @OptionGroup var kit: RecoveryKitOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await kit.issue(.replaceRecoveryKey)
    StandardOutput.write(output.presenter.done(.recoveryKeyReplaced))
  }
}
