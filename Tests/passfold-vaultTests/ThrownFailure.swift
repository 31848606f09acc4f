// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// Returns the failure that a session's work throws, or nil if it succeeds.
func failure(_ body: () async throws(VaultFailure) -> Void) async -> VaultFailure? {
  do {
    try await body()
    return nil
  } catch {
    return error
  }
}
