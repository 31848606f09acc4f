// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import SecretMemory
import Translations
import VaultProtocol

struct Init: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: translated("Create your vault."),
    discussion: translated(
      """
      A prompt asks for a passphrase. The recovery key is then shown once: on the terminal, where you write it down and then type two of \
      its groups, or in a file that only you can read.
      """))

  @OptionGroup var kit: RecoveryKitOptions
  @Flag(
    name: [.customShort("y"), .customLong("yes")],
    help: .translated(
      "If there is no vault but there are snapshots of one, create a new vault without asking. The snapshots stay as they are."))
  var isAgreed = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await kit.issue(.create) { vault in if !isAgreed { try await Self.askBesideCopies(vault) } }
    StandardOutput.write(output.presenter.done(.created))
  }

  /// If snapshots of a missing vault exist, the user may want to restore one and is asked first.
  private static func askBesideCopies(_ vault: VaultDoor) async throws {
    guard case .status(let status) = try await vault.ask(.status).answer, let copies = status.copies, copies > 0 else { return }
    let failure = VaultFailure(.noVault, detail: String(copies))
    guard let dialogue = Dialogue() else { throw CommandFailure.vault(failure) }
    let words = FailureWords(failure)
    dialogue.say("\(words.message)\n\(words.hint ?? "")\n")
    guard dialogue.choose(translated("Create a new vault next to them? [y/n] "), among: ["n", "y"]) == "y" else {
      throw CommandFailure.vault(VaultFailure(.canceled))
    }
  }
}

/// The destination of a new recovery key, shared by all commands that create one.
struct RecoveryKitOptions: ParsableArguments {
  @Option(
    name: .customLong("recovery-kit"),
    help: ArgumentHelp(
      translated(
        "Write the recovery key to this new file instead of the terminal: a page with a QR code if the name ends with .svg, otherwise text."
      ),
      valueName: "file"))
  var file: String?

  /// Makes the vault create a recovery key, and delivers the key.
  ///
  /// - Parameter beforehand: Runs once the vault has answered; may abort by throwing.
  func issue(_ call: VaultCall, beforehand: (VaultDoor) async throws -> Void = { _ in }) async throws {
    // Opens the destination first, so that no recovery key is created that would be lost.
    let place = try RecoveryKitPlace(file: file)
    let vault: VaultDoor
    let (kit, key): (VaultAnswer.RecoveryKit, SharedSecret)
    do {
      // Uses a separate keeper, so that an interruption leaves no empty file behind that blocks the next attempt.
      let keeper = TerminalKeeper(clearAway: { [file] in if let file { unlink(file) } })
      defer { keeper.release() }
      vault = try await VaultDoor.open()
      try await beforehand(vault)
      switch try await vault.ask(call, keepsTerminal: false) {
      case (.created(let made), let secret?), (.recoveryKit(let made), let secret?): (kit, key) = (made, secret)
      default: throw CommandFailure.hungUp
      }
    } catch {
      place.abandon()
      throw error
    }
    try place.hand(over: kit, key)
    // Without this report, `passfold status` says that the key was not confirmed.
    _ = try? await vault.ask(.recoveryKeyArrived)
  }
}
