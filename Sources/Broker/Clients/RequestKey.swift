// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Names a client's request from its beginning to its answer, whichever provider works on it.
struct RequestKey: Hashable, Sendable {
  let client: ClientNumber
  /// The client's own number for it.
  let number: RequestNumber
}
