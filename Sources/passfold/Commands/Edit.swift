// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import VaultProtocol

struct Edit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Change a credential.",
    discussion: """
      Only what is named changes. A new secret comes by standard input; the one from before goes into the history, which passfold show \
      lists and --restore-history takes back from. Nothing is erased.
      """)

  @Option(help: "What to call it.")
  var title: String?
  @Option(help: "The user name there.")
  var user: String?
  @Option(help: "A domain or https address it is for; give it again for each. Together they take the place of all from before.")
  var service: [String] = []
  @Option(help: "The length of the codes.")
  var digits: Int?
  @Option(help: "How long a code is good, in seconds.")
  var period: Int?
  @Option(help: "The hash: SHA1, SHA256 or SHA512.")
  var algorithm: String?
  @Option(help: "The number of the next counter-based code.")
  var counter: UInt64?
  @Option(
    name: .customLong("restore-history"),
    help: "Which former password or set-up becomes the current one again, by its number in passfold show --history.")
  var restoredHistory: Int?
  @Flag(name: .customLong("secret-stdin"), help: "Read the new password, set-up link or Base32 secret from standard input.")
  var readsStandardInput = false
  @OptionGroup var options: EntryOptions

  func run() async throws {
    let query = try options.entryQuery()
    let edit = VaultCall.EntryEdit(
      query: query.query, kind: query.kind, title: title, user: user, services: service.isEmpty ? nil : service, digits: digits,
      period: period, algorithm: algorithm, counter: counter, restoreHistory: restoredHistory)
    let isEmpty = edit == VaultCall.EntryEdit(query: query.query, kind: query.kind)
    if isEmpty, !readsStandardInput { throw CommandFailure.nothingToChange }
    let door = try await VaultDoor.open()
    let secret: SharedSecret? = readsStandardInput ? try StandardInput.secretLine() : nil
    guard case .entry(let entry) = try await door.ask(.edit(edit), secret: secret).answer else { throw CommandFailure.hungUp }
    StandardOutput.write(options.output.presenter.changed(entry, .edited))
  }
}
