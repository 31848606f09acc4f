// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct Lock: AsyncParsableCommand {
  private static let minutes = 1...720

  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: translated("Close the vault: every key is forgotten."),
    discussion: translated(
      "With --after it is not locked immediately, but from now on after this number of minutes without use; the vault asks for your passphrase."
    )
  )

  @Option(help: .translated("From now on, lock it after this number of minutes without use: 1 to 720, by default 10."))
  var after: Int?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let after, !Self.minutes.contains(after) { throw ValidationError(translated("--after takes a number of minutes from 1 to 720")) }
  }

  func run() async throws {
    let door = try await VaultDoor.open()
    try await door.checkForVault()
    if let after {
      _ = try await door.ask(.chooseIdleTime(VaultCall.IdleTimeChoice(seconds: after * 60)))
      return StandardOutput.write(output.presenter.done(.idleTimeChosen))
    }
    _ = try await door.ask(.lock)
    StandardOutput.write(output.presenter.done(.locked))
  }
}
