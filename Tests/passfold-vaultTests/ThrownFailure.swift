// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// What some work of a session fails with; nil where it does not.
func failure(_ body: () async throws(VaultFailure) -> Void) async -> VaultFailure? {
  do {
    try await body()
    return nil
  } catch {
    return error
  }
}
