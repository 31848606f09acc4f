// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: translated("List what is in the vault, without any secret."),
    discussion: translated(
      """
      With words, only matching entries are listed: each word must occur in the title, account or services, ignoring case and accents. \
      The best matches come first. If nothing matches, one typing error is allowed.

      An account with a password, codes and a passkey is one line. With --json each of them is a separate entry. With --limit only the \
      first ones are listed, and the last line says how many more there are.
      """))

  @Argument(help: .translated("Words in the entry's title, service or account."))
  var query: [String] = []
  @Option(help: .translated("List only this kind."))
  var kind: VaultEntry.Kind?
  @Flag(help: .translated("List what is in the trash instead."))
  var trash = false
  @Option(help: .translated("The maximum number of lines, or of entries with --json."))
  var limit: Int?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError(translated("--limit takes a number of 1 or more.")) }
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
