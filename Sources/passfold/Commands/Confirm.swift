// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import Translations
package import VaultProtocol

struct Confirm: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm", abstract: translated("Confirm that a service accepted a code of a new set-up."),
    discussion: translated(
      """
      Until then the previous codes stay in use. Prompts for the accepted code; press Enter to confirm without typing it. Without a \
      query, the command uses the only set-up that is waiting.
      """))

  @Argument(help: .translated("Words in the entry's title, service or account."))
  var query: [String] = []
  @Flag(name: .customLong("code-stdin"), help: .translated("Read the accepted code from standard input."))
  var readsStandardInput = false
  @Flag(name: [.customLong("yes")], help: .translated("Do not ask: a code was accepted."))
  var isSure = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let door = try await VaultDoor.open()
    var code = readsStandardInput ? try StandardInput.secretLine() : nil
    let entries = try await EntryListing.all(VaultCall.list, of: door)
    let entry = try PendingChoice.choose(from: entries, query: query.joined(separator: " "))
    if code == nil, !isSure {
      guard let dialogue = Dialogue() else { throw CommandFailure.nobodyToAsk(translated("the accepted code")) }
      dialogue.say("\(Presenter.name(of: entry))\n")
      guard let typed = dialogue.askForSecret(SetUpWords.confirmation) else { throw CommandFailure.vault(VaultFailure(.canceled)) }
      code = typed.byteCount > 0 ? typed : nil
    }
    let call = VaultCall.confirmCode(VaultCall.Confirmation(record: entry.record))
    guard case .entry(let confirmed) = try await door.ask(call, secret: code).answer else { throw CommandFailure.hungUp }
    StandardOutput.write(output.presenter.changed(confirmed, .confirmed))
  }
}

/// Finds the matching set-up among those that wait.
package enum PendingChoice {
  /// - Throws: `nothingPending`, or the vault's `ambiguous`.
  package static func choose(from entries: [VaultEntry], query: String) throws(CommandFailure) -> VaultEntry {
    let words = query.lowercased().split(separator: " ")
    let matches = entries.filter { entry in
      guard entry.pending == true else { return false }
      if entry.record == query { return true }
      let text = ([entry.title, entry.user] + entry.services).joined(separator: "\n").lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    guard let match = matches.first else { throw .nothingPending }
    guard matches.count == 1 else { throw .vault(VaultFailure(.ambiguous, matches: matches)) }
    return match
  }
}
