// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SyncServerStore
import Testing

@Suite("The reason for a store failure")
struct StoreErrorTests {
  @Test("includes the database's own code, such as a full disk, for the operator")
  func reasons() {
    #expect(SyncStoreError(.unavailable, resultCode: 13).reason == "unavailable: 13 (database or disk is full)")
    #expect(SyncStoreError(.unavailable, state: "53100").reason == "unavailable: SQLSTATE 53100")
    #expect(SyncStoreError(.damaged).reason == "damaged")
  }
}
