// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

/// `passfold attachments`
struct Attachments: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attachments", abstract: translated("See the files that a credential holds, save one, or remove one."),
    discussion: translated(
      """
      Without an option nothing secret is shown. --save writes one file, which only you can read, and the vault writes down that it was taken. \
      --remove erases a file for good, once you have agreed; snapshots from before keep it for a while. Add one: passfold attach
      """))

  @Option(help: .translated("Write the file of this name into the current folder."))
  var save: String?
  @Option(help: .translated("With --save: the file or folder to write it to."), completion: .file())
  var to: String?
  @Option(help: .translated("Erase the file of this name."))
  var remove: String?
  @Flag(help: .translated("With --save: write over a file that is there."))
  var force = false
  @OptionGroup var options: EntryOptions

  func validate() throws {
    if save != nil, remove != nil { throw ValidationError(translated("--save and --remove exclude each other.")) }
    if let save, save.isEmpty || save.contains("/") {
      throw ValidationError(translated("--save takes the name of a file, and --to says where it goes."))
    }
    if to != nil, save == nil { throw ValidationError(translated("--to goes with --save.")) }
    if force, save == nil { throw ValidationError(translated("--force goes with --save.")) }
  }

  func run() async throws {
    let query = try options.entryQuery()
    let presenter = options.output.presenter
    if let save {
      // The place is opened first, so that nothing is released in vain.
      let file = try SavedFile(named: save, at: to, replaces: force)
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
