// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct AddCard: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card", abstract: translated("Add a payment card."),
    discussion: translated(
      """
      The vault's own prompts ask for the number, security code and PIN; the last two may be left empty. Without --title the command asks \
      for everything else you did not specify. You can look up and copy a card, but it is never filled into a page.
      """))

  @Option(help: .translated("The entry's title."))
  var title: String?
  @OptionGroup var card: CardOptions
  @Flag(
    name: .customLong("secrets-stdin"),
    help: .translated("Read number, security code and PIN from standard input, one per line; an empty line means none."))
  var readsStandardInput = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    var values = card.values
    let named = try NewEntryQuestions.title(title)
    if title == nil {
      values += try NewEntryQuestions.values(
        [(.holder, SetUpWords.holder), (.bank, SetUpWords.bank), (.expires, SetUpWords.expires)].filter { question in
          !values.contains { $0.name == question.0 }
        })
    }
    let door = try await VaultDoor.open()
    let secrets = readsStandardInput ? try StandardInput.secretText() : nil
    if readsStandardInput, secrets == nil { throw CommandFailure.emptyInput }
    try await output.keep(
      VaultCall.NewEntry(kind: .card, title: named, values: values.isEmpty ? nil : values, secrets: VaultCall.NewEntry.cardSecrets),
      secrets, at: door)
  }
}
