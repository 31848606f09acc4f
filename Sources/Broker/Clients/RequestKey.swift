// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// Names a client's request from its beginning to its answer, whichever provider works on it.
package struct RequestKey: Hashable, Sendable {
  /// Whose request it is; another client may use the same number.
  package let client: ClientNumber
  /// The client's own number for it.
  package let number: RequestNumber

  /// Names a request.
  package init(client: ClientNumber, number: RequestNumber) {
    self.client = client
    self.number = number
  }
}
