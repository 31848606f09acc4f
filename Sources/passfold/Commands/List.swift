// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import VaultProtocol

struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "See what is in the vault, without any secret.")

  @Flag(help: "See what is in the trash instead.")
  var trash = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    guard case .entries(let entries) = try await VaultDoor.open().ask(trash ? .trash : .list).answer else { throw CommandFailure.hungUp }
    StandardOutput.write(trash ? output.presenter.trash(entries) : output.presenter.list(entries))
  }
}
