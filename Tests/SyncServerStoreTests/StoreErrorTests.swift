// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SyncServerStore
import Testing

@Suite("Why a store failed")
struct StoreErrorTests {
  @Test("is said to the operator with the database's own reason, such as a full disk")
  func reasons() {
    #expect(SyncStoreError(.unavailable, resultCode: 13).reason == "unavailable: 13 (database or disk is full)")
    #expect(SyncStoreError(.unavailable, state: "53100").reason == "unavailable: SQLSTATE 53100")
    #expect(SyncStoreError(.damaged).reason == "damaged")
  }
}
