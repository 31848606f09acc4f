// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct AddCard: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card", abstract: translated("Keep a payment card."),
    discussion: translated(
      """
      Prompts of the vault's own ask for number, security code and PIN; the latter two may be left empty. Without --title the command asks \
      for what else you did not name. A card is looked up and copied, and never filled into a page.
      """))

  @Option(help: .translated("What to call it."))
  var title: String?
  @OptionGroup var card: CardOptions
  @Flag(
    name: .customLong("secrets-stdin"),
    help: .translated("Read number, security code and PIN from standard input, a line each; an empty one is none."))
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
