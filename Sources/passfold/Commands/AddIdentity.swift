// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct AddIdentity: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identity", abstract: translated("Add an identity: names, addresses, documents."),
    discussion: translated(
      """
      The vault's own prompt asks for the number of each --document. Without --title the command asks for the names you did not specify. \
      You can look up and copy an identity, but it is never filled into a page.
      """))

  @Option(help: .translated("The entry's title."))
  var title: String?
  @OptionGroup var person: PersonOptions
  @Option(help: .translated("The name of a document with a number; repeat for each document."))
  var document: [String] = []
  @Flag(
    name: .customLong("secrets-stdin"), help: .translated("Read the document numbers from standard input, one per line, in order."))
  var readsStandardInput = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard Set(document).count == document.count else { throw ValidationError(translated("Each --document needs a different name.")) }
    if readsStandardInput, document.isEmpty { throw ValidationError(translated("--secrets-stdin requires --document.")) }
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
