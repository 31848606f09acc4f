// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct Health: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    abstract: translated(
      "See which passwords are weak, used twice, old or known to strangers, and where a code or passkey could be added."),
    discussion: translated(
      """
      The vault judges the passwords itself, and no password leaves it. Which services take codes and passkeys is looked up in lists that \
      came with Passfold; which passwords strangers have learned, in a list that you put into the vault's folder. Nobody is asked, and nothing \
      goes over the network.
      """))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let door = try await VaultDoor.open()
    var passwords: [VaultAnswer.PasswordHealth] = []
    var judged = 0
    var next: String?
    var breachListMissing: String?
    var progress = ProgressLine(translated("Judging passwords"))
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
