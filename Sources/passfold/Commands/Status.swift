// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LocalEndpoint
import VaultProtocol

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "See how everything stands. Starts nothing.")

  @OptionGroup var output: OutputOptions

  func run() async throws {
    // Broker and vault are asked and the browsers' folders looked into at once; none waits for another.
    async let broker = BrokerDoor.report()
    async let browsers = BrowserRegistration.forThisUser()?.reports(for: Installation().browserHost) ?? []
    var vault: VaultStatus?
    if let door = try await VaultDoor.openIfRunning(holdsSecrets: false), case .status(let status) = try await door.ask(.status).answer {
      vault = status
    }
    let folder = VaultFolder()
    let report = await StatusReport(
      vault: vault, vaultFilesExist: folder.holdsVault, folder: vault?.folder ?? folder.path, broker: broker, browsers: browsers)
    StandardOutput.write(output.presenter.status(report))
  }
}
