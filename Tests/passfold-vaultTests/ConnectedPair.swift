// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalTransport
import Testing

/// Two connected ends, both in this process.
struct ConnectedPair {
  let served: LocalConnection
  let client: LocalConnection

  init() throws {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    (served, client) = (LocalConnection.adopt(descriptor: ends[0]), LocalConnection.adopt(descriptor: ends[1]))
  }

  func close() {
    served.close()
    client.close()
  }
}
