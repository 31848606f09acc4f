// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import Translations
import VaultProtocol

/// Which credential a command is about.
struct EntryOptions: ParsableArguments {
  @Argument(help: .translated("Words that its title, service or account holds, or its record's identifier."))
  var query: [String] = []
  @Option(help: .translated("The kind that is meant: password, passkey, one-time-code, note, card or identity."))
  var kind: VaultEntry.Kind?
  @OptionGroup var output: OutputOptions

  /// The query in the vault's form.
  func entryQuery() throws(CommandFailure) -> VaultCall.EntryQuery {
    guard !query.isEmpty else { throw .missingQuery }
    return VaultCall.EntryQuery(query: query.joined(separator: " "), kind: kind)
  }

  /// Asks for a change of the credential that is meant, and says what came of it.
  func change(_ change: Presenter.Change, _ call: (VaultCall.EntryQuery) -> VaultCall) async throws {
    guard case .entry(let entry) = try await VaultDoor.open().ask(call(entryQuery())).answer else { throw CommandFailure.hungUp }
    StandardOutput.write(output.presenter.changed(entry, change))
  }
}

extension VaultEntry.Kind: ExpressibleByArgument {}

struct Remove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "remove", abstract: translated("Move a credential to the trash."))

  @OptionGroup var options: EntryOptions

  func run() async throws { try await options.change(.removed, VaultCall.remove) }
}

struct Restore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "restore", abstract: translated("Take a credential out of the trash."))

  @OptionGroup var options: EntryOptions

  func run() async throws { try await options.change(.restored, VaultCall.restore) }
}

struct Erase: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase", abstract: translated("Erase a credential in the trash for good, once you have agreed."))

  @OptionGroup var options: EntryOptions

  func run() async throws {
    let query = try options.entryQuery()
    let answer = try await VaultDoor.open().ask(.erase(VaultCall.ErasureQuery(query: query.query, kind: query.kind))).answer
    guard case .erased(let erasure) = answer else { throw CommandFailure.hungUp }
    StandardOutput.write(options.output.presenter.erased(erasure))
  }
}

struct Trash: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "trash", abstract: translated("See what is in the trash, or empty it."))

  @Flag(help: .translated("Erase everything in the trash for good, once you have agreed."))
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
