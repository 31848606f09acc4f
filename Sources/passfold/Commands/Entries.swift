// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import VaultProtocol

/// Which credential a command is about.
struct EntryOptions: ParsableArguments {
  @Argument(help: "Words that its title, service or account holds, or its record's identifier.")
  var query: [String] = []
  @Option(help: "The kind that is meant: password, passkey or one-time-code.")
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

struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "See everything about a credential but its secret, or its password.",
    discussion: """
      Without an option nothing secret is shown. --reveal prints the password alone, and --copy puts it on the clipboard; the vault writes \
      down that it was taken. One-time codes come by passfold code.
      """)

  @Flag(help: "Print the password.")
  var reveal = false
  @Flag(help: "Put the password on the clipboard instead of printing it; it is taken off again after 45 seconds.")
  var copy = false
  @OptionGroup var options: EntryOptions

  func run() async throws {
    if reveal || copy { return try await revealPassword() }
    guard case .details(let details) = try await VaultDoor.open().ask(.details(options.entryQuery())).answer else {
      throw CommandFailure.hungUp
    }
    StandardOutput.write(options.output.presenter.details(details))
  }
}

extension Show {
  private func revealPassword() async throws {
    let query = try options.entryQuery()
    // Looked for before the vault is asked, so that nothing is released in vain.
    let clipboard = copy ? Clipboard.ofThisSession() : nil
    if copy, clipboard == nil { throw CommandFailure.noClipboard }
    let (answer, secret) = try await VaultDoor.open().ask(.reveal(query))
    guard case .revealed(let entry) = answer, let secret else { throw CommandFailure.hungUp }
    try clipboard?.copy(secret)
    if reveal { StandardOutput.write(options.output.presenter.revealed(entry, password: secret)) }
    guard copy, TerminalOutput.isTerminal(descriptor: 2) else { return }
    StandardError.write("password of \(Presenter.name(of: entry)): \(ClipboardWords.copied)\n")
  }
}

struct Remove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Move a credential to the trash.")

  @OptionGroup var options: EntryOptions

  func run() async throws { try await options.change(.removed, VaultCall.remove) }
}

struct Restore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Take a credential out of the trash.")

  @OptionGroup var options: EntryOptions

  func run() async throws { try await options.change(.restored, VaultCall.restore) }
}

struct Trash: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "See what is in the trash.")

  @OptionGroup var output: OutputOptions

  func run() async throws {
    StandardOutput.write(output.presenter.trash(try await EntryListing.all(VaultCall.trash, of: VaultDoor.open())))
  }
}
