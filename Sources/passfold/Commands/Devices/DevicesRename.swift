// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct DevicesRename: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: translated("Rename a device on all of your devices."),
    usage: "passfold devices rename [DEVICE] NAME [--json]",
    discussion: translated(
      """
      Without DEVICE this computer gets the name. A name has 1 to 63 bytes and must be unique. Devices with an older version of Passfold \
      that does not support renaming wait until they are updated.
      """))

  @Argument(help: .translated("The device's name or the beginning of its number, unless it is this device; then the new name."))
  var words: [String] = []
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...2).contains(words.count) else {
      throw ValidationError(translated("Specify the new name, and before it the device unless it is this one."))
    }
  }

  func run() async throws {
    guard let name = words.last else { throw CommandFailure.missingQuery }
    let call = VaultCall.renameDevice(VaultCall.DeviceRename(device: words.count > 1 ? words[0] : nil, name: name))
    guard case .deviceRenamed(let device) = try await VaultDoor.open().ask(call).answer else { throw CommandFailure.hungUp }
    StandardOutput.write(output.presenter.renamed(device))
  }
}
