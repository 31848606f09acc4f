// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct UnlockWith: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock-with", abstract: translated("Open the vault with a PIN or a finger for a while, in your passphrase's place."),
    discussion: translated(
      """
      A TPM 2.0 in your computer keeps what the PIN opens; the PIN alone opens nothing, and neither does a copy of the vault's files. Once you \
      have typed your passphrase, the PIN opens the vault again after ten minutes without use and after your screen was locked, and it verifies \
      you for passkeys. It ends when the computer sleeps, with passfold lock, after 12 hours and after three wrong PINs: then your passphrase \
      is asked for once. The same goes for a finger; whoever is root on your computer can say that it was yours, so it keeps out people, and not \
      programs that have taken the computer over.
      """),
    subcommands: [Choose.self, Finger.self, Off.self, Standing.self], defaultSubcommand: Standing.self)

  struct Choose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pin", abstract: translated("Choose a PIN, or another one."),
      discussion: translated("The vault's prompts ask for your passphrase and, twice, for 6 to 12 digits."))

    @OptionGroup var output: OutputOptions

    func run() async throws {
      _ = try await VaultDoor.open().ask(.choosePIN)
      StandardOutput.write(output.presenter.done(.pinChosen))
    }
  }

  struct Finger: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "finger", abstract: translated("Have a finger open the vault."),
      discussion: translated(
        """
        Every finger that fprintd knows as yours does; enrol one with fprintd-enroll or in your desktop's settings. The vault's prompt asks for \
        your passphrase once.
        """))

    @OptionGroup var output: OutputOptions

    func run() async throws {
      _ = try await VaultDoor.open().ask(.chooseFinger)
      StandardOutput.write(output.presenter.done(.fingerChosen))
    }
  }

  struct Off: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "off", abstract: translated("Forget PIN and finger; your passphrase alone opens the vault."))

    @OptionGroup var output: OutputOptions

    func run() async throws {
      _ = try await VaultDoor.open().ask(.forgetPIN)
      StandardOutput.write(output.presenter.done(.pinForgotten))
    }
  }

  struct Standing: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: translated("See whether a PIN or a finger opens the vault now."))

    @OptionGroup var output: OutputOptions

    func run() async throws {
      guard case .status(let status) = try await VaultDoor.open().ask(.status).answer else { throw CommandFailure.hungUp }
      if status.state == .noVault { throw CommandFailure.vault(VaultFailure(.noVault, detail: status.copies.map(String.init))) }
      StandardOutput.write(output.presenter.unlocking(pin: status.pin ?? .off, finger: status.finger ?? .off))
    }
  }
}
