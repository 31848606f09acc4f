// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import VaultProtocol

struct Init: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make your vault.",
    discussion: "A prompt asks for a passphrase. The recovery key is then shown once, on the terminal or in a file that only you can read.")

  @Option(name: .customLong("recovery-kit"), help: "Write the recovery key to this new file instead of the terminal.")
  var recoveryKit: String?
  @OptionGroup var output: OutputOptions

  func run() async throws {
    // The place is opened first: a vault whose recovery key got lost on the way must not come into being.
    let place = try recoveryKit.map { path throws(CommandFailure) in try RecoveryKitPlace(newFile: path) } ?? RecoveryKitPlace.terminal()
    let door = try await VaultDoor.open()
    do {
      let secret = try await door.ask(.create).secret
      if let secret { try place.write(secret) }
    } catch {
      place.abandon()
      throw error
    }
    StandardOutput.write(output.presenter.done(.created))
  }
}
