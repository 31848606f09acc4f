// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import SecretMemory

/// A running provider process, as far as the broker sees it: something to talk to and to end.
package protocol ProviderLink: Sendable {
  /// Sends one message after those sent before it.
  ///
  /// - Returns: False for a call that is too long to be sent; nothing is sent then.
  @discardableResult
  func send(_ message: BrokerMessage, secret: SharedSecret?) -> Bool
  /// Ends the process: `SIGKILL`, because a provider that must be ended does not answer.
  func kill()
  /// How the process ended; nil while it runs, and where that is not known.
  var ending: ProviderEnd? { get }
  /// The number of the process; nil where there is none.
  var process: Int32? { get }
  /// Whether what the process was shown of the person's at its start is what is there now: a socket that was made anew since, or a folder that
  /// came later, is not in its sandbox.
  var seesItsPlaces: Bool { get }
}

extension ProviderLink {
  /// Not known.
  package var ending: ProviderEnd? { nil }
  /// None.
  package var process: Int32? { nil }
  /// It was shown nothing that could change.
  package var seesItsPlaces: Bool { true }
}

/// How a provider's process ended, for people who ask why.
package struct ProviderEnd: Sendable, Hashable {
  /// Its exit status; nil when a signal ended it.
  package var status: Int?
  /// The number of the signal that ended it; nil when it exited.
  package var signal: Int?
  /// The last line that it wrote to its standard output or error.
  package var lastLine: String?

  /// Describes an end.
  package init(status: Int? = nil, signal: Int? = nil, lastLine: String? = nil) {
    self.status = status
    self.signal = signal
    self.lastLine = lastLine
  }
}

/// What a running provider does, in order.
package enum ProviderEvent: Sendable {
  /// It said something.
  case message(ProviderMessage, secret: SharedSecret?)
  /// Its process or its conversation ended.
  case ended
}
