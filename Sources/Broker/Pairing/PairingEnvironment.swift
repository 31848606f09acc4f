// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Logging

/// What the prompt asks the person.
package struct PairingQuestion: Hashable, Sendable {
  /// The six digits that the popup shows too, if it is the same browser.
  package var digits: String
  /// The program that starts the browser host.
  package var program: BrowserProgram
  /// The program that this profile was paired from before; nil for a new profile.
  package var formerProgram: String?

  /// Makes a question.
  package init(digits: String, program: BrowserProgram, formerProgram: String? = nil) {
    self.digits = digits
    self.program = program
    self.formerProgram = formerProgram
  }
}

/// How a prompt ended.
package enum PairingVerdict: Hashable, Sendable {
  case agreed
  case declined
  case timedOut
  /// There is no display to ask on, or no program to ask with.
  case nowhereToAsk
}

/// What pairing takes from outside: time, randomness, the file, the person.
package struct PairingEnvironment: Sendable {
  /// The current time.
  package var now: @Sendable () -> Date
  /// As many unpredictable bytes as asked for.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// Reads what was kept.
  package var load: @Sendable () throws(BrokerError) -> [PairedBrowser]
  /// Keeps it.
  package var save: @Sendable ([PairedBrowser]) throws(BrokerError) -> Void
  /// Asks the person, on the session's own display; cancelling the task takes the prompt away.
  package var ask: @Sendable (PairingQuestion) async -> PairingVerdict
  /// Receives codes and process names, never a person's data.
  package var logger: Logger

  /// Gathers what pairing needs; without `load` and `save` a pairing lives as long as the broker.
  package init(
    now: @escaping @Sendable () -> Date, randomBytes: @escaping @Sendable (Int) -> [UInt8],
    load: @escaping @Sendable () throws(BrokerError) -> [PairedBrowser] = { () throws(BrokerError) in [] },
    save: @escaping @Sendable ([PairedBrowser]) throws(BrokerError) -> Void = { (_) throws(BrokerError) in },
    ask: @escaping @Sendable (PairingQuestion) async -> PairingVerdict, logger: Logger
  ) {
    self.now = now
    self.randomBytes = randomBytes
    self.load = load
    self.save = save
    self.ask = ask
    self.logger = logger
  }
}
