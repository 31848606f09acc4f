// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct AddIdentity: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identity", abstract: translated("Keep what identifies a person: names, addresses, documents."),
    discussion: translated(
      """
      For the number of each --document a prompt of the vault's own asks. Without --title the command asks for the names that you did not \
      give. An identity is looked up and copied, and never filled into a page.
      """))

  @Option(help: .translated("What to call it."))
  var title: String?
  @OptionGroup var person: PersonOptions
  @Option(help: .translated("A document with a number, by its name; give it again for each."))
  var document: [String] = []
  @Flag(
    name: .customLong("secrets-stdin"), help: .translated("Read the documents' numbers from standard input, a line each, in their order."))
  var readsStandardInput = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard Set(document).count == document.count else { throw ValidationError(translated("Each --document takes a name of its own.")) }
    if readsStandardInput, document.isEmpty { throw ValidationError(translated("--secrets-stdin goes with --document.")) }
  }

  func run() async throws {
    var values = person.values
    let named = try NewEntryQuestions.title(title)
    if title == nil {
      values += try NewEntryQuestions.values(
        [(.givenName, SetUpWords.givenName), (.familyName, SetUpWords.familyName)].filter { question in
          !values.contains { $0.name == question.0 }
        })
    }
    let door = try await VaultDoor.open()
    let secrets = readsStandardInput ? try StandardInput.secretText() : nil
    if readsStandardInput, secrets == nil { throw CommandFailure.emptyInput }
    try await output.keep(
      VaultCall.NewEntry(
        kind: .identity, title: named, values: values.isEmpty ? nil : values, secrets: document.isEmpty ? nil : document), secrets, at: door
    )
  }
}
