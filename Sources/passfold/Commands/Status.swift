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
    // Asks broker and vault and inspects the browsers' folders concurrently.
    async let broker = BrokerDoor.report()
    async let browsers = BrowserRegistration.forThisUser()?.reports(for: Installation().browserHost) ?? []
    var vault: VaultStatus?
    var sync: VaultAnswer.SyncStatus?
    var vaultIsSilent = false
    do throws(CommandFailure) {
      if let door = try await VaultDoor.openIfRunning(holdsSecrets: false, isWatched: true),
        case .status(let status) = try await door.ask(.status).answer
      {
        vault = status
        // Without a vault there is nothing to synchronise. A vault process started before an update does not know this request.
        if status.state != .noVault, status.state != .unreadable, let answer = try? await door.ask(.syncStatus).answer,
          case .syncStatus(let standing) = answer
        {
          sync = standing
        }
      }
    } catch {
      guard error == .vaultStalled else { throw error }
      vaultIsSilent = true
    }
    let folder = VaultFolder()
    var report = await StatusReport(
      vault: vault, sync: sync, vaultFilesExist: folder.holdsVault, surroundings: folder.surroundings, folder: vault?.folder ?? folder.path,
      broker: broker, browsers: browsers)
    if vaultIsSilent { report.vaultIsSilent = true }
    StandardOutput.write(output.presenter.status(report))
  }
}
