// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct SyncUse: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: translated("Start synchronising through a server or folder, or switch to another one."),
    discussion: translated(
      """
      Specify a sync server, such as https://sync.example, or the absolute path of a folder that Syncthing, Nextcloud or a USB stick \
      transfers. The vault's prompt asks for your passphrase. Everything in your vault is sent there encrypted; then add your other \
      devices: passfold devices add. Do not run this command on those: passfold devices join.

      To switch to another place, enter it here and then on each other device. The first device moves your account there; the others \
      switch once they see that the place continues from what they have. Nothing is lost if a device switches late or the connection \
      drops: run the command again.
      """))

  @Argument(help: .translated("The server's address, or the folder's absolute path."))
  var place: String
  @Option(help: .translated("The invite, if the server requires one for new accounts."))
  var invite: String?
  @Flag(help: .translated("The current place is gone permanently; data stored only there is lost."))
  var formerGone = false
  @Flag(help: .translated("Start a separate account in a folder that already contains another one."))
  var separate = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let progress = KeepingProgress()
    defer { progress.end() }
    let call = VaultCall.synchronise(
      VaultCall.SyncPlace(
        place: place, invitation: invite, formerIsGone: formerGone ? true : nil, isSeparate: separate ? true : nil))
    guard case .syncStatus(let status) = try await VaultDoor.open().ask(call, hearProgress: progress.show).answer else {
      throw CommandFailure.hungUp
    }
    progress.end()
    StandardOutput.write(output.presenter.syncStatus(status))
  }
}
