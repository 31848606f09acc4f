// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialVault
import Foundation
import Testing
import VaultSync

@Suite("The devices that were removed from an account")
struct RemovedDevicesTests {
  @Test("are found with the names they had last, however many there are")
  func many() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    var names: [DeviceIdentifier: String] = [:]
    var generator = SystemRandomNumberGenerator()
    for number in 0..<40 {
      let newcomer = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
      _ = try await first.client.admit(newcomer, named: "\(number)")
      names[newcomer.member] = "\(number)"
      if number % 8 == 0 {
        try await first.client.rename(newcomer.member, to: "renamed \(number)")
        names[newcomer.member] = "renamed \(number)"
      }
      try await first.client.remove(newcomer.member)
    }
    let replica = try #require(try first.vault.replica())
    #expect(try first.vault.removedDevices(in: replica).compactMapValues(\.self) == names)
  }
}
