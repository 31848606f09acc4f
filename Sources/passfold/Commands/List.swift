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
    let entries = try await EntryListing.all(trash ? VaultCall.trash : VaultCall.list, of: VaultDoor.open())
    StandardOutput.write(trash ? output.presenter.trash(entries) : output.presenter.list(entries))
  }
}
