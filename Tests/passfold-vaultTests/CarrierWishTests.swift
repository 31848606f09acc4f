// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialVault
import Foundation
import SecretMemory
import Synchronization
import Testing
import passfold_vault

@Suite("The request for a carrier")
struct CarrierWishTests {
  @Test("is renewed when a synchronised vault appears where there was none, as after a restore")
  func restored() async throws {
    let household = Household()
    defer { household.remove() }
    let wishes = Mutex<[Bool]>([])
    let time = household.manual.time
    let service = SyncService(
      session: household.session, desk: CarrierDesk(time: time), time: time, wantsCarrier: { wish in wishes.withLock { $0.append(wish) } })
    let running = Task { await service.run() }
    while wishes.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(wishes.withLock { $0.last } == false)
    var generator = SystemRandomNumberGenerator()
    let device = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let log = try MembershipLog.found(
      device: device.member, keys: device.keys, recovery: try RecoveryKey.generate(using: &generator).memberKeys.publicKeys,
      epochKey: EpochKey.generate(epoch: 1, using: &generator), createdMilliseconds: 1_790_000_000_000, using: &generator)
    // The vault's creator has closed it again.
    _ = try await CredentialVault.join(
      log, as: device, at: "https://sync.example", in: household.session.folder,
      passphrase: SecretBytes(copying: Household.passphrase.utf8),
      environment: household.environment)
    household.person.will(.types(Household.passphrase))
    try await household.session.unlock(for: .showList)
    for _ in 0..<100_000 where wishes.withLock({ $0.last }) == false { await Task.yield() }
    #expect(wishes.withLock { $0.last } == true)
    running.cancel()
    await household.session.lock()
    household.manual.advance(by: .seconds(86_400))
  }
}
