// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct UnlockWith: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock-with",
    abstract: translated("Unlock the vault with a PIN or a fingerprint for a while, instead of your passphrase."),
    discussion: translated(
      """
      The TPM 2.0 in your computer keeps the key that the PIN opens; the PIN on its own opens nothing, and neither does a copy of the \
      vault's files. After you have typed your passphrase, the PIN unlocks the vault again after ten minutes without use and after a \
      screen lock, and it verifies you for passkeys. It expires when the computer sleeps, with passfold lock, after 12 hours and after \
      three wrong PINs; your passphrase is then needed once. The same applies to a fingerprint. Anyone with root access to your computer can \
      claim that a fingerprint was yours, so a fingerprint keeps people out, but not programs that control the computer.
      """),
    subcommands: [Choose.self, Finger.self, Off.self, Standing.self], defaultSubcommand: Standing.self)

  struct Choose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pin", abstract: translated("Choose a PIN, or change it."),
      discussion: translated("The vault's prompts ask for your passphrase and, twice, for 6 to 12 digits."))

    @OptionGroup var output: OutputOptions

    func run() async throws {
      _ = try await VaultDoor.open().ask(.choosePIN)
      StandardOutput.write(output.presenter.done(.pinChosen))
    }
  }

  struct Finger: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "finger", abstract: translated("Unlock the vault with a fingerprint."),
      discussion: translated(
        """
        Works with every finger that fprintd has enrolled for you; enrol one with fprintd-enroll or in your desktop's settings. The \
        vault's prompt asks for your passphrase once.
        """))

    @OptionGroup var output: OutputOptions

    func run() async throws {
      _ = try await VaultDoor.open().ask(.chooseFinger)
      StandardOutput.write(output.presenter.done(.fingerChosen))
    }
  }

  struct Off: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "off", abstract: translated("Forget PIN and fingerprint, so that only your passphrase opens the vault."))

    @OptionGroup var output: OutputOptions

    func run() async throws {
      _ = try await VaultDoor.open().ask(.forgetPIN)
      StandardOutput.write(output.presenter.done(.pinForgotten))
    }
  }

  struct Standing: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: translated("Show whether a PIN or a fingerprint unlocks the vault now."))

    @OptionGroup var output: OutputOptions

    func run() async throws {
      guard case .status(let status) = try await VaultDoor.open().ask(.status).answer else { throw CommandFailure.hungUp }
      if status.state == .noVault { throw CommandFailure.vault(VaultFailure(.noVault, detail: status.copies.map(String.init))) }
      StandardOutput.write(output.presenter.unlocking(pin: status.pin ?? .off, finger: status.finger ?? .off))
    }
  }
}
