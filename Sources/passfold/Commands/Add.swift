// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct Add: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: translated("Add an entry to the vault."),
    discussion: translated("Without a subcommand it asks what to add."),
    subcommands: [AddLogin.self, AddCode.self, AddNote.self, AddCard.self, AddIdentity.self])

  func run() async throws {
    guard let dialogue = Dialogue() else {
      throw CommandFailure.nobodyToAsk(translated("what to add (passfold add code, passfold add login)"))
    }
    dialogue.say(SetUpWords.whatToKeep)
    switch dialogue.choose(from: SetUpWords.kinds, question: SetUpWords.number(SetUpWords.kinds.count)) {
    case 0: try await AddCode.parse([]).run()
    case 1: try await AddLogin.parse([]).run()
    case 2: try await AddNote.parse([]).run()
    case 3: try await AddCard.parse([]).run()
    case 4: try await AddIdentity.parse([]).run()
    default: throw CommandFailure.vault(VaultFailure(.canceled))
    }
  }
}
