// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: translated("Add, name, compare and remove the devices of your account."),
    subcommands: [
      DevicesList.self, DevicesAdd.self, DevicesJoin.self, DevicesRecover.self, DevicesCompare.self, DevicesRename.self,
      DevicesRemove.self,
    ], defaultSubcommand: DevicesList.self)
}

struct DevicesList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: translated("List your devices and when each was last seen."))

  @OptionGroup var output: OutputOptions

  func run() async throws { StandardOutput.write(output.presenter.devices(try await Self.devices())) }

  static func devices() async throws -> VaultAnswer.DeviceList {
    guard case .devices(let list) = try await VaultDoor.open().ask(.devices).answer else { throw CommandFailure.hungUp }
    return list
  }
}

struct DevicesCompare: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: translated("Show six words that are the same on all your devices."),
    discussion: translated(
      """
      Run it on two devices after both have exchanged everything (passfold sync now). If the words differ although nothing changed in \
      between, the server or folder is showing your devices different data.
      """))

  @OptionGroup var output: OutputOptions

  func run() async throws { StandardOutput.write(output.presenter.comparison(try await DevicesList.devices())) }
}

struct DevicesRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: translated("Remove a device so that it cannot open anything written from then on."),
    discussion: translated(
      """
      The device keeps what it has, so the command lists what it could read: change those passwords and replace those passkeys and codes. \
      The vault's prompt asks for your passphrase, and says how many files have not reached this computer. If the command is interrupted, run \
      it again with the same device to see the list. A removed device cannot come back under its old number; add it as a new one.
      """))

  @Argument(help: .translated("The device's name, or the beginning of its number."))
  var device: String
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let progress = KeepingProgress()
    defer { progress.end() }
    let call = VaultCall.removeDevice(VaultCall.DeviceQuery(device: device))
    guard case .deviceRemoved(let removed) = try await VaultDoor.open().ask(call, hearProgress: progress.show).answer else {
      throw CommandFailure.hungUp
    }
    progress.end()
    StandardOutput.write(output.presenter.removed(removed))
  }
}
