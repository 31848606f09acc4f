// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// Accounts and keys that are created once per process, because creating and encrypting to keys would be most of a run's cost.
///
/// Each is created by the code that devices run, and every run continues independently from one of them.
struct PremadeAccounts: Sendable {
  struct Account: Sendable {
    let devices: [LogAuthor]
    let recovery: RecoveryKey
    let log: MembershipLog
    /// The first epoch's key, which each device opened from its own wrap.
    let epochKey: EpochKey
  }

  static let mostDevices = 4
  private static let count = 32
  private static let spareCount = 96

  let accounts: [Account]
  private let keys: [MemberKeys]
  private let recoveryKeys: [RecoveryKey]

  /// Creates the accounts, from the same numbers in every process.
  init() throws {
    var generator = SeededGenerator(seed: 0x9A55)
    accounts = try (0..<Self.count).map { number in try Self.account(deviceCount: 2 + number % (Self.mostDevices - 1), &generator) }
    keys = try (0..<Self.spareCount).map { _ in try MemberKeys.generate(using: &generator) }
    recoveryKeys = try (0..<Self.spareCount).map { _ in try RecoveryKey.generate(using: &generator) }
  }

  private static func account(deviceCount: Int, _ generator: inout SeededGenerator) throws -> Account {
    let first = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let recovery = try RecoveryKey.generate(using: &generator)
    let key = EpochKey.generate(epoch: 1, using: &generator)
    var log = try MembershipLog.found(
      device: first.member, keys: first.keys, recovery: recovery.memberKeys.publicKeys, epochKey: key,
      createdMilliseconds: Simulation.start, using: &generator)
    var devices = [first]
    for _ in 1..<deviceCount {
      let device = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
      log = try log.adding(device, named: "", epochKey: key, by: first, using: &generator)
      devices.append(device)
    }
    for device in devices {
      guard log.isCurrent(try log.openEpochKey(as: device.member, with: device.keys)) else { throw CancellationError() }
    }
    return Account(devices: devices, recovery: recovery, log: log, epochKey: key)
  }

  /// Returns keys that no other device of a run has, by the number of keys already taken; other runs use the same ones.
  func keys(_ number: Int) -> MemberKeys { keys[number % keys.count] }

  /// Returns a recovery key in the same way.
  func recoveryKey(_ number: Int) -> RecoveryKey { recoveryKeys[number % recoveryKeys.count] }
}
