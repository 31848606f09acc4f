// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import VaultProtocol

struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "See what is in the vault, without any secret.")

  @OptionGroup var output: OutputOptions

  func run() async throws {
    guard case .entries(let entries) = try await VaultDoor.open().ask(.list).answer else { throw CommandFailure.hungUp }
    StandardOutput.write(output.presenter.list(entries))
  }
}
