// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Logging

/// The prompt's question to the user.
package struct PairingQuestion: Hashable, Sendable {
  /// The six digits, which the popup also shows if it is the same browser.
  package var digits: String
  /// The program that starts the browser host.
  package var program: BrowserProgram
  /// The program from which this profile was paired before; nil for a new profile.
  package var formerProgram: String?

  /// Creates a question.
  package init(digits: String, program: BrowserProgram, formerProgram: String? = nil) {
    self.digits = digits
    self.program = program
    self.formerProgram = formerProgram
  }
}

/// The outcome of a prompt.
package enum PairingVerdict: Hashable, Sendable {
  case agreed
  case declined
  case timedOut
  /// There is no display for a prompt, or no program to show one.
  case nowhereToAsk
}

/// Pairing's external dependencies: time, randomness, the file and the user.
package struct PairingEnvironment: Sendable {
  /// The current time.
  package var now: @Sendable () -> Date
  /// Returns this many unpredictable bytes.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// Reads the stored browsers.
  package var load: @Sendable () throws(BrokerError) -> [PairedBrowser]
  /// Stores the browsers.
  package var save: @Sendable ([PairedBrowser]) throws(BrokerError) -> Void
  /// Asks the user, on the session's own display; cancelling the task closes the prompt.
  package var ask: @Sendable (PairingQuestion) async -> PairingVerdict
  /// Receives codes and process names, never the user's data.
  package var logger: Logger

  /// Creates an environment; without `load` and `save` a pairing lasts as long as the broker.
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
