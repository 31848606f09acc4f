// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: translated("See what is in the vault, without any secret."),
    discussion: translated(
      """
      With words, only what they fit: its title, account or services hold each of them, whatever the case and accents. What fits best comes \
      first. Where nothing fits, one typing error is forgiven.

      An account with a password, codes and a passkey is one line. With --json each of them is an entry of its own. With --limit you see \
      the first of them, and the last line says how many more there are.
      """))

  @Argument(help: .translated("Words that its title, service or account holds."))
  var query: [String] = []
  @Option(help: .translated("Only this kind."))
  var kind: VaultEntry.Kind?
  @Flag(help: .translated("See what is in the trash instead."))
  var trash = false
  @Option(help: .translated("The most lines, or entries with --json, that are shown."))
  var limit: Int?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError(translated("--limit takes a number from 1 on.")) }
  }

  func run() async throws {
    let door = try await VaultDoor.open(holdsSecrets: false)
    let list = try await EntryListing.first(
      limit, of: trash ? VaultCall.trash : VaultCall.list, door: door, fitting: query.joined(separator: " "), kind: kind,
      joined: !trash && !output.usesJSON)
    let presenter = output.presenter
    StandardOutput.write(trash ? presenter.trash(list) : presenter.list(list, isSearch: !query.isEmpty || kind != nil))
  }
}
