// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct Log: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: translated("Show what left the vault: which code, password or passkey, when, how, and who received it."),
    discussion: translated("The newest comes first. The log covers 90 days and is stored encrypted in the vault."))

  @Option(name: .customLong("limit"), help: .translated("The number of lines to show, at most 200."))
  var limit = 50
  @Option(name: .customLong("before"), help: .translated("Show only lines before the one with this number."))
  var before: UInt64?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...VaultAnswer.ReleaseList.longest).contains(limit) else {
      throw ValidationError(translated("--limit takes a number from 1 to \(VaultAnswer.ReleaseList.longest)."))
    }
  }

  func run() async throws {
    let query = VaultCall.ReleasesQuery(before: before, limit: limit)
    guard case .releases(let list) = try await VaultDoor.open().ask(.releases(query)).answer else { throw CommandFailure.hungUp }
    StandardOutput.write(output.presenter.releases(list))
  }
}
