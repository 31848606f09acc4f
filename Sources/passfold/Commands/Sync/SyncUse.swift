// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct SyncUse: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: translated("Begin to synchronise at a server or through a folder, or go over to another one."),
    discussion: translated(
      """
      Name a sync server, such as https://sync.example, or the absolute path of a folder that Syncthing, Nextcloud or a USB stick carries. The \
      vault's prompt asks for your passphrase. Everything that you keep is sent there, sealed; then add your other devices: passfold devices add.

      To go over to another place, name that one here, and then on each other device. The first brings your account along; the others go over \
      once they see that the place goes on from what they have. Nothing is lost if a device comes late or the way is cut off: say it again.
      """))

  @Argument(help: .translated("The server's address, or the folder's absolute path."))
  var place: String
  @Option(help: .translated("The invite, where the server takes new accounts only by one."))
  var invite: String?
  @Flag(help: .translated("The place where the vault is synchronised now does not come back; what lay there alone is lost."))
  var formerGone = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let progress = KeepingProgress()
    defer { progress.end() }
    let call = VaultCall.synchronise(VaultCall.SyncPlace(place: place, invitation: invite, formerIsGone: formerGone ? true : nil))
    guard case .syncStatus(let status) = try await VaultDoor.open().ask(call, hearProgress: progress.show).answer else {
      throw CommandFailure.hungUp
    }
    progress.end()
    StandardOutput.write(output.presenter.syncStatus(status))
  }
}
