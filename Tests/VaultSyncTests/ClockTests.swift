// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import Testing
import VaultSync

@Suite("A clock that was years ahead and is corrected (design: section 3.10)")
struct ClockTests {
  private static let year: TimeInterval = 366 * 86_400

  /// Two devices with one record, of which the second stamped a change three years ahead by its wall clock.
  private static func oneAhead(
    in world: SyncWorld
  ) async throws -> (SyncWorld.Device, ahead: SyncWorld.Device, clock: SyncWorld.Clock, shop: RecordIdentifier) {
    let first = try await world.found()
    let shop = Sample.id()
    try first.vault.add(Sample.password(shop))
    _ = try await first.client.synchronise()
    let clock = SyncWorld.Clock(world.clock.now)
    let ahead = try await world.join("second", by: first, by: clock)
    _ = try await ahead.client.synchronise()
    clock.advance(by: 3 * Self.year)
    try ahead.vault.replace(Sample.password(shop, password: "of tomorrow"))
    _ = try await ahead.client.synchronise()
    clock.advance(by: -3 * Self.year)
    return (first, ahead, clock, shop)
  }

  @Test("later changes are taken immediately, and only the record stamped ahead waits for the user")
  func goesOnFromTheWallClock() async throws {
    let world = try await SyncWorld()
    let (first, second, _, shop) = try await Self.oneAhead(in: world)
    _ = try await first.client.synchronise()
    #expect(first.vault.quarantinedCount == 1)
    let bank = Sample.id()
    try second.vault.add(Sample.password(bank, title: "Bank"))
    try second.vault.replace(Sample.password(bank, title: "Bank", password: "changed at once"))
    _ = try await second.client.synchronise()
    _ = try await first.client.synchronise()
    #expect(try first.vault.passwords(titled: "Bank") == ["changed at once"])
    #expect(first.vault.quarantinedCount == 1)
    #expect(try first.vault.passwords() == ["open sesame"])

    _ = try await first.client.mergeQuarantined()
    #expect(try first.vault.passwords() == ["of tomorrow"])
    // The user has accepted that record, so either device may change it from now on.
    try second.vault.replace(Sample.password(shop, password: "of the second"))
    for device in [second, first] { _ = try await device.client.synchronise() }
    #expect(try first.vault.passwords() == ["of the second"])
    try first.vault.replace(Sample.password(shop, password: "of the first"))
    for device in [first, second] { _ = try await device.client.synchronise() }
    #expect(try second.vault.passwords() == ["of the first"])
    #expect(first.vault.quarantinedCount == 0 && second.vault.quarantinedCount == 0)
  }

  @Test("the server's clock shows whether this device's clock is wrong", arguments: [-10 * year, 0, 3600])
  func ownClockAtServer(off: TimeInterval) async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    try first.vault.add(Sample.password())
    _ = try await first.client.synchronise()
    let second = try await world.join("second", by: first, by: SyncWorld.Clock(world.clock.now + off))
    _ = try await second.client.synchronise()
    #expect(try await first.client.clockDoubt() == nil)
    let doubt = try await second.client.clockDoubt()
    #expect(doubt?.witness == (off == 0 ? nil : .server))
    #expect(doubt.map { abs($0.lead + off) < 60 } ?? true)
    #expect(try await second.client.devices().map(\.isAhead) == [false, off < 0])
  }

  @Test("in a folder, the other devices' changes show that this device's clock is wrong")
  func ownClockAtFolder() async throws {
    let world = try await MovingWorld()
    let place = try await world.place(.folder, "folder")
    let (first, second) = try await world.two(at: place)
    try second.vault.add(Sample.password(title: "Bank"))
    _ = try await second.client.synchronise()
    let slow = try await world.join("slow", by: first, at: place, skew: -10 * Self.year)
    _ = try await slow.client.synchronise()
    let doubt = try #require(try await slow.client.clockDoubt())
    #expect(doubt.witness == .devices && abs(doubt.lead - 10 * Self.year) < 86_400)
    #expect(try await first.client.clockDoubt() == nil)
  }

  @Test("merging a record stamped ahead does not spread its time to other records")
  func doesNotSpread() async throws {
    let world = try await SyncWorld()
    let (first, _, _, _) = try await Self.oneAhead(in: world)
    _ = try await first.client.synchronise()
    _ = try await first.client.mergeQuarantined()
    try first.vault.add(Sample.password(title: "Bank", password: "of the first"))
    _ = try await first.client.synchronise()
    let third = try await world.join("third", by: first)
    _ = try await third.client.synchronise()
    #expect(try third.vault.passwords(titled: "Bank") == ["of the first"])
    #expect(third.vault.quarantinedCount == 1)
  }

  @Test("concurrent changes of the merged record are resolved by the time at which they were made")
  func winsTheMerge() async throws {
    let world = try await SyncWorld()
    let (first, second, clock, shop) = try await Self.oneAhead(in: world)
    _ = try await first.client.synchronise()
    _ = try await first.client.mergeQuarantined()
    try first.vault.replace(Sample.password(shop, password: "of the first"))
    _ = try await first.client.synchronise()
    _ = try await second.client.synchronise()
    clock.advance(by: 60)
    try second.vault.replace(Sample.password(shop, password: "of the second, later"))
    try first.vault.moveToTrash(shop)
    for device in [first, second, first] { _ = try await device.client.synchronise() }
    for device in [first, second] { #expect(try device.vault.passwords() == ["of the second, later"]) }
  }

  @Test(
    "a device whose clock jumps years ahead never empties the trash, on any device")
  func keepsTheTrash() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let shop = Sample.id()
    try first.vault.add(Sample.password(shop))
    _ = try await first.client.synchronise()
    let clock = SyncWorld.Clock(world.clock.now)
    let leaping = try await world.join("second", by: first, by: clock)
    try leaping.vault.add(Sample.password(title: "Bank"))
    _ = try await leaping.client.synchronise()
    try first.vault.moveToTrash(shop)
    for device in [first, leaping, first] { _ = try await device.client.synchronise() }
    clock.advance(by: 10 * Self.year)
    try leaping.vault.add(Sample.password(title: "Library"))
    for _ in 0..<3 { _ = try await leaping.client.synchronise() }
    clock.advance(by: 6 * 86_400)
    for _ in 0..<3 { _ = try await leaping.client.synchronise() }
    #expect(try leaping.vault.trashedSummaries().map(\.id) == [shop])
    clock.advance(by: -10 * Self.year)
    for device in [leaping, first] { _ = try await device.client.synchronise() }
    _ = try await first.client.mergeQuarantined()
    for device in [first, leaping, first] {
      _ = try await device.client.synchronise()
      #expect(try device.vault.trashedSummaries().map(\.id) == [shop])
    }
    try leaping.vault.restore(shop)
    for device in [leaping, first] { _ = try await device.client.synchronise() }
    #expect(try first.vault.passwords() == ["open sesame"])
  }

  @Test("the trash is emptied a week after a long pause, and immediately if another device committed during it")
  func emptiesTheTrash() async throws {
    let world = try await SyncWorld()
    let (shop, bank) = (Sample.id(), Sample.id())
    let (first, second) = try await world.two(having: [Sample.password(shop), Sample.password(bank, title: "Bank")])
    try first.vault.moveToTrash(shop)
    for device in [first, second, first] { _ = try await device.client.synchronise() }
    world.clock.advance(by: 60 * 86_400)
    for device in [first, second, first, second, first] { _ = try await device.client.synchronise() }
    #expect(try first.vault.trashedSummaries().count == 1)
    world.clock.advance(by: 8 * 86_400)
    for device in [first, second, first, second, first] { _ = try await device.client.synchronise() }
    for device in [first, second] { #expect(try device.vault.trashedSummaries().isEmpty) }

    try first.vault.moveToTrash(bank)
    for device in [first, second, first] { _ = try await device.client.synchronise() }
    for _ in 0..<4 {
      world.clock.advance(by: 10 * 86_400)
      _ = try await second.client.synchronise()
    }
    for device in [first, second, first] { _ = try await device.client.synchronise() }
    #expect(try first.vault.trashedSummaries().isEmpty)
  }

  @Test("the corrected device commits one heartbeat, so that others see when it was last active")
  func heartbeat() async throws {
    let world = try await SyncWorld()
    let (first, second, clock, _) = try await Self.oneAhead(in: world)
    _ = try await second.client.synchronise()
    _ = try await first.client.synchronise()
    let seen = try await first.client.devices().first { !$0.isThis }?.lastSeen
    #expect(seen.map { Double($0) / 1000 <= clock.now.timeIntervalSince1970 + 1 } == true)
    // Only once.
    world.wire.forgetRequests()
    _ = try await second.client.synchronise()
    #expect(!world.wire.requests.contains("POST /v1/commits"))
  }
}
