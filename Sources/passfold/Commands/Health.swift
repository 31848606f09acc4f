// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct Health: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    abstract: translated(
      "Find weak, reused, old or leaked passwords, and services that support a code or passkey you have not set up."),
    discussion: translated(
      """
      The vault checks the passwords itself, and no password leaves it. The services that accept codes and passkeys come from lists \
      included with Passfold; leaked passwords come from a list that you put into the vault's folder. Nothing is sent over the network.
      """))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let door = try await VaultDoor.open()
    var passwords: [VaultAnswer.PasswordHealth] = []
    var judged = 0
    var next: String?
    var breachListMissing: String?
    var progress = ProgressLine(translated("Checking passwords"))
    repeat {
      guard case .health(let page) = try await door.ask(.health(.init(after: next))).answer else { throw CommandFailure.hungUp }
      passwords += page.rows
      breachListMissing = page.breachListMissing
      judged += VaultAnswer.HealthPage.longest
      next = page.next
      progress.show(judged, of: page.total)
    } while next != nil
    progress.end()
    let entries = try await EntryListing.all(VaultCall.list, of: door)
    let report = HealthReport(
      passwords: passwords, entries: entries, directory: .installed(), breachListMissing: breachListMissing, now: SystemClock.now)
    StandardOutput.write(output.presenter.health(report))
  }
}
