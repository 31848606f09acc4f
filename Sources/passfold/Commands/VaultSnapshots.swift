// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct VaultSnapshots: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshots", abstract: translated("List the snapshots that the vault took of itself."))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    guard case .snapshots(let list) = try await VaultDoor.open().ask(.snapshots).answer else { throw CommandFailure.hungUp }
    StandardOutput.write(output.presenter.snapshots(list))
  }
}
