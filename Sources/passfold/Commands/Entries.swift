// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import Translations
import VaultProtocol

/// The credential that a command is about.
struct EntryOptions: ParsableArguments {
  @Argument(help: .translated("Words in the entry's title, service or account, or its record identifier."))
  var query: [String] = []
  @Option(help: .translated("The kind of entry: password, passkey, one-time-code, note, card or identity."))
  var kind: VaultEntry.Kind?
  @OptionGroup var output: OutputOptions

  /// The query in the vault's format.
  func entryQuery() throws(CommandFailure) -> VaultCall.EntryQuery {
    guard !query.isEmpty else { throw .missingQuery }
    return VaultCall.EntryQuery(query: query.joined(separator: " "), kind: kind)
  }

  /// Requests a change of the matching credential, and reports the result.
  func change(_ change: Presenter.Change, _ call: (VaultCall.EntryQuery) -> VaultCall) async throws {
    guard case .entry(let entry) = try await VaultDoor.open().ask(call(entryQuery())).answer else { throw CommandFailure.hungUp }
    StandardOutput.write(output.presenter.changed(entry, change))
  }
}

extension VaultEntry.Kind: ExpressibleByArgument {}

struct Remove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "remove", abstract: translated("Move an entry to the trash."))

  @OptionGroup var options: EntryOptions

  func run() async throws { try await options.change(.removed, VaultCall.remove) }
}

struct Restore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "restore", abstract: translated("Restore an entry from the trash."))

  @OptionGroup var options: EntryOptions

  func run() async throws { try await options.change(.restored, VaultCall.restore) }
}

struct Erase: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase", abstract: translated("Permanently erase an entry in the trash, after you confirm."))

  @OptionGroup var options: EntryOptions

  func run() async throws {
    let query = try options.entryQuery()
    let answer = try await VaultDoor.open().ask(.erase(VaultCall.ErasureQuery(query: query.query, kind: query.kind))).answer
    guard case .erased(let erasure) = answer else { throw CommandFailure.hungUp }
    StandardOutput.write(options.output.presenter.erased(erasure))
  }
}

struct Trash: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "trash", abstract: translated("List what is in the trash, or empty it."))

  @Flag(help: .translated("Permanently erase everything in the trash, after you confirm."))
  var empty = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    if empty {
      guard case .erased(let erasure) = try await VaultDoor.open().ask(.erase()).answer else { throw CommandFailure.hungUp }
      return StandardOutput.write(output.presenter.erased(erasure))
    }
    StandardOutput.write(output.presenter.trash(try await EntryListing.first(nil, of: VaultCall.trash, door: VaultDoor.open())))
  }
}
