// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import VaultProtocol

struct SyncUse: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Begin to synchronise at a server or through a folder.",
    discussion: """
      Name a sync server, such as https://sync.example, or the absolute path of a folder that Syncthing, Nextcloud or a USB stick carries. The \
      vault's prompt asks for your passphrase. Everything that you keep is sent there, sealed; then add your other devices: passfold devices add.
      """)

  @Argument(help: "The server's address, or the folder's absolute path.")
  var place: String
  @Option(help: "The invite, where the server takes new accounts only by one.")
  var invite: String?
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let progress = KeepingProgress()
    defer { progress.end() }
    let call = VaultCall.synchronise(VaultCall.SyncPlace(place: place, invitation: invite))
    guard case .syncStatus(let status) = try await VaultDoor.open().ask(call, hearProgress: progress.show).answer else {
      throw CommandFailure.hungUp
    }
    progress.end()
    StandardOutput.write(output.presenter.syncStatus(status))
  }
}
