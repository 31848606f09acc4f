// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

/// `passfold attach`
struct Attach: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: translated("Keep a file with a credential."),
    usage: "passfold attach WORD ... FILE [--name NAME] [--media-type TYPE] [--kind KIND] [--json]",
    discussion: translated(
      """
      The last word is the file, those before it say which credential is meant. The vault keeps a sealed copy, at most 10 MiB; your own file \
      stays as it is. A credential holds 64 files, and 100 MiB together. See and save them: passfold attachments
      """))

  @Argument(
    help: .translated("Words that its title, service or account holds, or its record's identifier; last the file."), completion: .file())
  var words: [String] = []
  @Option(help: .translated("What to call the file; without this, the name that it has."))
  var name: String?
  @Option(name: .customLong("media-type"), help: .translated("What it is, such as image/png."))
  var mediaType: String?
  @Option(help: .translated("The kind that is meant: password, passkey or one-time-code."))
  var kind: VaultEntry.Kind?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if words.count < 2 { throw ValidationError(translated("Name a credential and, as the last word, a file.")) }
  }

  func run() async throws {
    guard let path = words.last else { throw CommandFailure.missingQuery }
    let file = try SourceFile(path: path)
    let attachment = VaultCall.NewAttachment(
      query: words.dropLast().joined(separator: " "), kind: kind, name: name ?? file.name, bytes: file.byteCount, mediaType: mediaType)
    let state = try await AttachmentTransfer(over: VaultDoor.open()).send(file, as: attachment)
    StandardOutput.write(output.presenter.attached(state))
  }
}
