// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LocalEndpoint
import VaultProtocol

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "See how everything stands. Starts nothing.")

  @OptionGroup var output: OutputOptions

  func run() async throws {
    // Both are asked at once; neither waits for the other.
    async let broker = BrokerDoor.report()
    var vault: VaultStatus?
    if let door = try await VaultDoor.openIfRunning(holdsSecrets: false), case .status(let status) = try await door.ask(.status).answer {
      vault = status
    }
    let folder = VaultFolder()
    let report = await StatusReport(
      vault: vault, vaultFilesExist: folder.holdsVault, folder: vault?.folder ?? folder.path, broker: broker,
      browsers: BrowserRegistration.forThisUser()?.reports(for: Installation().browserHost) ?? [])
    StandardOutput.write(output.presenter.status(report))
  }
}
