// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct Passphrase: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passphrase", abstract: translated("Change the passphrase of your vault."),
    discussion: translated(
      """
      The vault's prompts ask for the current passphrase and, twice, for the new one. The recovery key does not change. Older copies of \
      the vault's folder still open with the old passphrase: if someone else knows it, delete them.
      """))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    _ = try await VaultDoor.open().ask(.changePassphrase)
    StandardOutput.write(output.presenter.done(.passphraseChanged))
  }
}
