// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory
import Synchronization
import passfold_vault

/// Plays the import program: its outcomes, and the passphrases that it was given.
final class PlayedProgram: Sendable {
  private let state: Mutex<(outcomes: [ReadingOutcome], passphrases: [String?])>

  convenience init(_ outcomes: ReadingOutcome...) { self.init(outcomes) }

  init(_ outcomes: [ReadingOutcome]) { state = Mutex((outcomes, [])) }

  /// The passphrase of each start.
  var passphrases: [String?] { state.withLock { $0.passphrases } }

  /// Each outcome is returned once, and the last one repeatedly.
  var programs: ExchangePrograms {
    ExchangePrograms { [self] name, order throws(ExchangePrograms.Failure) in
      guard name == "passfold-import", let order = try? order.joined().withBytes({ try ReadingOrder(reading: $0) }) else {
        throw ExchangePrograms.Failure()
      }
      let outcome = state.withLock { state -> ReadingOutcome? in
        state.passphrases.append(order.passphrase?.withBytes { String(decoding: $0, as: UTF8.self) })
        return state.outcomes.count > 1 ? state.outcomes.removeFirst() : state.outcomes.first
      }
      guard let outcome else { throw ExchangePrograms.Failure() }
      return outcome.written.joined()
    }
  }
}
