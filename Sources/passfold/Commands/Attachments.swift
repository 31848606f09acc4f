// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

/// `passfold attachments`
struct Attachments: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attachments", abstract: translated("List, save or remove the files attached to an entry."),
    discussion: translated(
      """
      Without an option, no secret is shown. --save writes one file, which only you can read, and the vault logs that it was released. \
      --remove erases a file permanently after you confirm; older snapshots keep it for a while. To attach a file: passfold attach
      """))

  @Option(help: .translated("Write the file with this name to the current folder."))
  var save: String?
  @Option(help: .translated("With --save: the file or folder to write it to."), completion: .file())
  var to: String?
  @Option(help: .translated("Erase the file with this name."))
  var remove: String?
  @Flag(help: .translated("With --save: overwrite an existing file."))
  var force = false
  @OptionGroup var options: EntryOptions

  func validate() throws {
    if save != nil, remove != nil { throw ValidationError(translated("--save and --remove cannot be combined.")) }
    if let save, save.isEmpty || save.contains("/") {
      throw ValidationError(translated("--save takes the name of a file, and --to the place to write it."))
    }
    if to != nil, save == nil { throw ValidationError(translated("--to requires --save.")) }
    if force, save == nil { throw ValidationError(translated("--force requires --save.")) }
  }

  func run() async throws {
    let query = try options.entryQuery()
    let presenter = options.output.presenter
    if let save {
      // Opens the destination first, so that nothing is released in vain.
      let file = try SavedFile(named: save, at: to, replaces: force)
      let keeper = file.keeper()
      defer { keeper.release() }
      let transfer = AttachmentTransfer(over: try await VaultDoor.open(holdsSecrets: false))
      let state = try await transfer.take(VaultCall.AttachmentQuery(query: query.query, kind: query.kind, name: save), into: file)
      try file.finish()
      StandardOutput.write(presenter.saved(state, to: file.path))
    } else if let remove {
      let call = VaultCall.removeAttachment(VaultCall.AttachmentQuery(query: query.query, kind: query.kind, name: remove))
      guard case .entry(let entry) = try await VaultDoor.open().ask(call).answer else { throw CommandFailure.hungUp }
      StandardOutput.write(presenter.detached(entry, remove))
    } else {
      let call = VaultCall.details(query)
      guard case .details(let details) = try await VaultDoor.open().ask(call).answer else { throw CommandFailure.hungUp }
      StandardOutput.write(presenter.attachments(details))
    }
  }
}
