// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

/// `passfold attach`
struct Attach: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: translated("Attach a file to an entry."),
    usage: "passfold attach WORD ... FILE [--name NAME] [--media-type TYPE] [--kind KIND] [--json]",
    discussion: translated(
      """
      The last argument is the file; the words before it identify the entry. The vault keeps an encrypted copy of at most 10 MiB; your \
      own file stays unchanged. An entry can have 64 files with 100 MiB in total. To list and save them: passfold attachments
      """))

  @Argument(
    help: .translated("Words in the entry's title, service or account, or its record identifier; then the file."), completion: .file())
  var words: [String] = []
  @Option(help: .translated("The name of the file in the vault (default: its own name)."))
  var name: String?
  @Option(name: .customLong("media-type"), help: .translated("The type of the file, such as image/png."))
  var mediaType: String?
  @Option(help: .translated("The kind of entry: password, passkey or one-time-code."))
  var kind: VaultEntry.Kind?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if words.count < 2 { throw ValidationError(translated("Name an entry, followed by a file.")) }
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
