// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import VaultProtocol

struct VaultCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "See whether every file, log entry, credential and snapshot is whole; changes nothing.",
    discussion: "Of an open vault each credential is opened; of a locked one the structure is looked at. Ends with status 9 for damage.")

  @OptionGroup var output: OutputOptions

  func run() async throws {
    guard case .checked(let report) = try await VaultDoor.open().ask(.check).answer else { throw CommandFailure.hungUp }
    StandardOutput.write(output.presenter.checked(report))
    if report.damaged > 0 { throw CommandFailure.damageFound(report.damaged) }
  }
}
