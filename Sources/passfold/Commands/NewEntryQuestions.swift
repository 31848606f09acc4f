// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import Translations
import VaultProtocol

/// The questions, asked in the terminal, about parts of a note, card or identity that are missing on the command line. None is secret.
enum NewEntryQuestions {
  /// The title, which is required.
  static func title(_ given: String?) throws(CommandFailure) -> String {
    if let given { return given }
    guard let dialogue = Dialogue() else { throw .nobodyToAsk("--title") }
    guard let title = dialogue.ask(SetUpWords.entryTitle), !title.isEmpty else { throw .vault(VaultFailure(.canceled)) }
    return title
  }

  /// The optional parts.
  static func values(_ questions: [(EntryValue.Name, String)]) throws(CommandFailure) -> [EntryValue] {
    guard let dialogue = Dialogue() else { throw .nobodyToAsk("--title") }
    var values: [EntryValue] = []
    for (name, question) in questions {
      guard let answer = dialogue.ask(question) else { throw .vault(VaultFailure(.canceled)) }
      if !answer.isEmpty { values.append(EntryValue(name, answer)) }
    }
    return values
  }
}

extension OutputOptions {
  /// Adds a note, card or identity, and reports the result.
  func keep(_ entry: VaultCall.NewEntry, _ secret: SharedSecret?, at door: VaultDoor) async throws(CommandFailure) {
    guard case .kept(let kept) = try await door.ask(.addEntry(entry), secret: secret).answer else { throw .hungUp }
    StandardOutput.write(presenter.added(kept.entry))
    for warning in kept.warnings ?? [] { StandardError.write("passfold: " + translated("note: \(SetUpWords.warning(warning))") + "\n") }
  }
}
