// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import SecretMemory
import Translations
import VaultProtocol

struct Init: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: translated("Make your vault."),
    discussion: translated(
      """
      A prompt asks for a passphrase. The recovery key is then shown once: on the terminal, where you type two of its groups back once it is \
      on paper, or in a file that only you can read.
      """))

  @OptionGroup var kit: RecoveryKitOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await kit.issue(.create)
    StandardOutput.write(output.presenter.done(.created))
  }
}

/// Where a new recovery key goes, shared by all commands that make one.
struct RecoveryKitOptions: ParsableArguments {
  @Option(
    name: .customLong("recovery-kit"),
    help: ArgumentHelp(
      translated(
        "Write the recovery key to this new file instead of the terminal: a page with a QR code where its name ends with .svg, else text."),
      valueName: "file"))
  var file: String?

  /// Asks the vault for what makes a recovery key, and hands the key over.
  func issue(_ call: VaultCall) async throws {
    // The place is opened first: a recovery key that would get lost on the way must not come into being.
    let place = try RecoveryKitPlace(file: file)
    let vault: VaultDoor
    let (kit, key): (VaultAnswer.RecoveryKit, SharedSecret)
    do {
      vault = try await VaultDoor.open()
      // Its own keeper, since an interruption leaves no empty file in the way of the next attempt.
      let keeper = TerminalKeeper(clearAway: { [file] in if let file { unlink(file) } })
      defer { keeper.release() }
      switch try await vault.ask(call, keepsTerminal: false) {
      case (.created(let made), let secret?), (.recoveryKit(let made), let secret?): (kit, key) = (made, secret)
      default: throw CommandFailure.hungUp
      }
    } catch {
      place.abandon()
      throw error
    }
    try place.hand(over: kit, key)
    // A vault that does not hear of it says in `passfold status` that nobody has seen the key.
    _ = try? await vault.ask(.recoveryKeyArrived)
  }
}
