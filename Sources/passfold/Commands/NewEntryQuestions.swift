// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import Translations
import VaultProtocol

/// What is asked in the terminal about a note, card or identity that a person did not name on the command line; nothing secret.
enum NewEntryQuestions {
  /// The title, which each must have.
  static func title(_ given: String?) throws(CommandFailure) -> String {
    if let given { return given }
    guard let dialogue = Dialogue() else { throw .nobodyToAsk("--title") }
    guard let title = dialogue.ask(SetUpWords.entryTitle), !title.isEmpty else { throw .vault(VaultFailure(.canceled)) }
    return title
  }

  /// What may be left empty.
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
  /// Has a note, card or identity kept, and says what came of it.
  func keep(_ entry: VaultCall.NewEntry, _ secret: SharedSecret?, at door: VaultDoor) async throws(CommandFailure) {
    guard case .kept(let kept) = try await door.ask(.addEntry(entry), secret: secret).answer else { throw .hungUp }
    StandardOutput.write(presenter.added(kept.entry))
    for warning in kept.warnings ?? [] { StandardError.write("passfold: " + translated("note: \(SetUpWords.warning(warning))") + "\n") }
  }
}
