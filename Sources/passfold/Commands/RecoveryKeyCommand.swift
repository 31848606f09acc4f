// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct RecoveryKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recovery-key", abstract: translated("Make another recovery key; the key on your paper stops working."),
    discussion: translated(
      """
      For a kit that is lost, or that somebody has seen. The vault's prompt asks for the passphrase, and the new key is shown once, as when \
      the vault was made.
      """))

  @OptionGroup var kit: RecoveryKitOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await kit.issue(.replaceRecoveryKey)
    StandardOutput.write(output.presenter.done(.recoveryKeyReplaced))
  }
}
