// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct AddNote: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: translated("Keep a text."),
    discussion: translated(
      """
      A prompt of the vault's own asks for the text, which has one line then; with --text-stdin it may have many. The text is never shown \
      in a list or found by a search: passfold show --reveal prints it.
      """))

  @Option(help: .translated("What to call it."))
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
