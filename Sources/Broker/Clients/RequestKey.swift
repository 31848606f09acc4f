// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// The key of a client's request from its start to its answer, whichever provider works on it.
package struct RequestKey: Hashable, Sendable {
  /// The client; another one may use the same number.
  package let client: ClientNumber
  /// The client's own number for it.
  package let number: RequestNumber

  /// Creates a key.
  package init(client: ClientNumber, number: RequestNumber) {
    self.client = client
    self.number = number
  }
}
