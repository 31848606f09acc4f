// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import SecretMemory

/// The broker's handle on a running provider process, for sending messages and ending it.
package protocol ProviderLink: Sendable {
  /// Sends one message after those sent before it.
  ///
  /// - Returns: False for a call that is too long; nothing is sent then.
  @discardableResult
  func send(_ message: BrokerMessage, secret: SharedSecret?) -> Bool
  /// Ends the process with `SIGKILL`, because a provider that must be ended may not respond.
  func kill()
  /// The way in which the process ended; nil while it runs, and if unknown.
  var ending: ProviderEnd? { get }
  /// The process identifier; nil if there is none.
  var process: Int32? { get }
  /// Whether the user's resources in the process's sandbox are the current ones: a socket recreated since its start, or a folder created
  /// later, is not in its sandbox.
  var seesItsPlaces: Bool { get }
}

extension ProviderLink {
  /// Unknown.
  package var ending: ProviderEnd? { nil }
  /// None.
  package var process: Int32? { nil }
  /// True: it has no resources that could change.
  package var seesItsPlaces: Bool { true }
}

/// The way in which a provider's process ended, for display.
package struct ProviderEnd: Sendable, Hashable {
  /// Its exit status; nil if a signal ended it.
  package var status: Int?
  /// The number of the signal that ended it; nil if it exited.
  package var signal: Int?
  /// The last line that it wrote to its standard output or error.
  package var lastLine: String?

  /// Creates a value.
  package init(status: Int? = nil, signal: Int? = nil, lastLine: String? = nil) {
    self.status = status
    self.signal = signal
    self.lastLine = lastLine
  }
}

/// The events of a running provider, in order.
package enum ProviderEvent: Sendable {
  /// It sent a message.
  case message(ProviderMessage, secret: SharedSecret?)
  /// Its process or its conversation ended.
  case ended
}
