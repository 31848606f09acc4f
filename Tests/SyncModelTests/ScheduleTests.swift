// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncModel
import Testing

@Suite("Due heartbeats, silent members and purges (design: sections 3.9 and 3.10)")
struct ScheduleTests {
  private static let day: UInt64 = 24 * 60 * 60 * 1000
  private var account: TestAccount
  private let second: LogAuthor

  init() throws {
    account = try TestAccount()
    second = try account.addDevice()
  }

  @Test("a heartbeat is due from a device that never committed, and 7 days after its last commit")
  mutating func heartbeats() throws {
    let now = HybridClock.milliseconds(of: account.clock)
    #expect(account.chain.isHeartbeatDue(of: second.member, atMilliseconds: now))
    try account.commit(by: second)
    #expect(!account.chain.isHeartbeatDue(of: second.member, atMilliseconds: now + 7 * Self.day - 1))
    #expect(account.chain.isHeartbeatDue(of: second.member, atMilliseconds: now + 7 * Self.day))
  }

  @Test("a member is reported as silent after 14 days, and a removed one is not")
  mutating func silence() throws {
    let now = HybridClock.milliseconds(of: account.clock)
    try account.commit(by: account.first)
    #expect(account.chain.silentDevices(log: account.log, atMilliseconds: now) == [second.member])
    try account.commit(by: second)
    #expect(account.chain.silentDevices(log: account.log, atMilliseconds: now + 13 * Self.day) == [])
    #expect(account.chain.silentDevices(log: account.log, atMilliseconds: now + 15 * Self.day).count == 2)
    try account.rotate(removing: [second.member])
    #expect(account.chain.silentDevices(log: account.log, atMilliseconds: now + 15 * Self.day) == [account.first.member])
  }

  @Test("a record in the trash may be purged once every member has committed since, or was silent for 180 days")
  mutating func purging() throws {
    let record = try TestAccount.record(1)
    let now = HybridClock.milliseconds(of: account.clock)
    func may(after days: UInt64) -> Bool { account.chain.mayPurge(record, log: account.log, atMilliseconds: now + days * Self.day) }
    #expect(!may(after: 999))
    try account.commit(by: second)
    try account.commit([try TestAccount.item(1, 1)])
    #expect(!may(after: 179))
    #expect(may(after: 181))
    try account.commit(by: second)
    #expect(may(after: 0))
    let third = try account.addDevice()
    #expect(!may(after: 999))
    try account.commit(by: third)
    #expect(may(after: 0))
    try account.commit([try TestAccount.item(1, 2, 0, .tombstone)])
    #expect(!may(after: 999))
  }
}
