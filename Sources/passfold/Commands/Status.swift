// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LocalEndpoint
import Translations
import VaultProtocol

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: translated("Show the state of the broker, vault and synchronisation, without starting anything."))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    // Broker and vault are asked and the browsers' folders looked into at once; none waits for another.
    async let broker = BrokerDoor.report()
    async let browsers = BrowserRegistration.forThisUser()?.reports(for: Installation().browserHost) ?? []
    var vault: VaultStatus?
    var sync: VaultAnswer.SyncStatus?
    if let door = try await VaultDoor.openIfRunning(holdsSecrets: false), case .status(let status) = try await door.ask(.status).answer {
      vault = status
      // Where there is no vault there is nothing to keep in step. One that was started before an update knows nothing of it.
      if status.state != .noVault, status.state != .unreadable, let answer = try? await door.ask(.syncStatus).answer,
        case .syncStatus(let standing) = answer
      {
        sync = standing
      }
    }
    let folder = VaultFolder()
    let report = await StatusReport(
      vault: vault, sync: sync, vaultFilesExist: folder.holdsVault, surroundings: folder.surroundings, folder: vault?.folder ?? folder.path,
      broker: broker, browsers: browsers)
    StandardOutput.write(output.presenter.status(report))
  }
}
