// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import SecretMemory

/// A running provider process, as far as the broker sees it: something to talk to and to end.
package protocol ProviderLink: Sendable {
  /// Sends one message after those sent before it.
  func send(_ message: BrokerMessage, secret: SharedSecret?)
  /// Ends the process: `SIGKILL`, because a provider that must be ended does not answer.
  func kill()
}

/// What a running provider does, in order.
package enum ProviderEvent: Sendable {
  /// It said something.
  case message(ProviderMessage, secret: SharedSecret?)
  /// Its process or its conversation ended.
  case ended
}
