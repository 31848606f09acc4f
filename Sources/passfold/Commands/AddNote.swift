// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct AddNote: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: translated("Add a note."),
    discussion: translated(
      """
      The vault's own prompt asks for the text, which is then a single line; with --text-stdin it may have several. The text never \
      appears in a list or a search: passfold show --reveal prints it.
      """))

  @Option(help: .translated("The entry's title."))
  var title: String?
  @Flag(name: .customLong("text-stdin"), help: .translated("Read the text from standard input, all lines."))
  var readsStandardInput = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let title = try NewEntryQuestions.title(title)
    let door = try await VaultDoor.open()
    let text = readsStandardInput ? try StandardInput.secretText() : nil
    if readsStandardInput, text == nil { throw CommandFailure.emptyInput }
    try await output.keep(VaultCall.NewEntry(kind: .note, title: title), text, at: door)
  }
}
