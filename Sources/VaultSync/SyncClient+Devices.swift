// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import CredentialVault
import SyncModel

/// A device of the account as known here.
package struct KnownDevice: Hashable, Sendable {
  /// The device.
  package let device: DeviceIdentifier
  /// Its name; nil if it has none.
  package let name: String?
  /// Whether it is this device.
  package let isThis: Bool
  /// The time at which it last wrote, by its own clock in milliseconds since 1970; nil if it never did.
  package let lastSeen: UInt64?
  /// Whether it has written nothing for 14 days.
  package let isSilent: Bool
  /// Whether its last change is dated in the future, by this computer's clock.
  package var isAhead = false
  /// Whether it was removed from the account.
  package var wasRemoved = false
}

extension SyncClient {
  /// The milliseconds by which clocks differ anyway.
  private static let toleratedLead: UInt64 = 600_000

  /// Returns the account's devices, this one first.
  /// - Throws: `notInUse`, `vault`.
  package func devices() throws(VaultSyncError) -> [KnownDevice] {
    do {
      guard let replica = try present() else { throw VaultSyncError(.notInUse) }
      let names = try vault.deviceNames(in: replica)
      let silent = replica.chain.silentDevices(log: replica.log, atMilliseconds: milliseconds)
      return replica.log.devices.map { device in
        let clock = replica.chain.authors[device]?.clock
        return KnownDevice(
          device: device, name: names[device], isThis: device == replica.device, lastSeen: clock.map(HybridClock.milliseconds(of:)),
          // A device that has just joined has written nothing yet, and its age is unknown.
          isSilent: device != replica.device && clock != nil && silent.contains(device),
          isAhead: device != replica.device && clock.map { HybridClock.milliseconds(of: $0) > milliseconds + Self.toleratedLead } ?? false)
      }.sorted { left, right in
        left.isThis != right.isThis ? left.isThis : left.device.bytes.lexicographicallyPrecedes(right.device.bytes)
      }
    } catch {
      throw VaultSyncError(error)
    }
  }

  /// Returns the device that matches a name or the beginning of a number.
  /// - Throws: `noSuchDevice` for none or several.
  package func device(named query: String) throws(VaultSyncError) -> KnownDevice {
    let devices = try devices()
    let named = devices.filter { $0.name == query }
    if named.count == 1 { return named[0] }
    let numbered = devices.filter { query.utf8.count >= 4 && $0.device.text.hasPrefix(query.lowercased()) }
    guard numbered.count == 1 else { throw VaultSyncError(.noSuchDevice) }
    return numbered[0]
  }

  /// As ``device(named:)``, and returns a device that was removed if no member matches: the command that removes a device may have been
  /// interrupted before it could say what that device knew.
  /// - Throws: `noSuchDevice` for none or several.
  package func deviceOrRemoved(named query: String) throws(VaultSyncError) -> KnownDevice {
    do throws(VaultSyncError) { return try device(named: query) } catch  where error.code == .noSuchDevice {}
    do {
      guard let replica = try present() else { throw VaultSyncError(.notInUse) }
      let (names, number) = (try devices().map(\.name), query.lowercased())
      let removed = try vault.removedDevices(in: replica).filter { device, name in
        name == query && !names.contains(query) || query.utf8.count >= 4 && device.text.hasPrefix(number)
      }
      let isOfMember = replica.log.devices.contains { $0.text.hasPrefix(number) }
      guard !isOfMember, removed.count == 1, let (device, name) = removed.first else { throw VaultSyncError(.noSuchDevice) }
      return KnownDevice(device: device, name: name, isThis: false, lastSeen: nil, isSilent: false, wasRemoved: true)
    } catch {
      throw VaultSyncError(error)
    }
  }

  /// Returns six words that are the same on all devices that have seen the same data.
  /// - Throws: `notInUse`, `vault`.
  package func comparisonWords() throws(VaultSyncError) -> [String] {
    guard let replica = try present() else { throw VaultSyncError(.notInUse) }
    return ComparisonWords.words(log: replica.log.head, commitHead: replica.chain.head.hash)
  }

  /// Ends an alarm at the user's request.
  /// - Throws: `notInUse`, `vault`.
  package func endAlarm() async throws(VaultSyncError) {
    try await turn {
      guard var replica = try present() else { throw VaultSyncError(.notInUse) }
      try vault.endAlarm(in: &replica)
      self.replica = replica
    }
  }

  /// Merges all versions that were quarantined because of their date.
  /// - Throws: `notInUse`, `alarm`, `vault`.
  package func mergeQuarantined() async throws(VaultSyncError) {
    try await turn {
      guard var replica = try present() else { throw VaultSyncError(.notInUse) }
      _ = try vault.mergeQuarantined(all: true, in: &replica)
      self.replica = replica
    }
  }

  /// Whether the account is synchronised through a folder, which cannot announce news.
  package nonisolated var isOfFolder: Bool { way.exchange.isFolder }

  /// Waits until there is news, or for a while.
  /// - Throws: As ``synchronise(_:)``.
  package func hasNews() async throws(VaultSyncError) -> Bool {
    do {
      let before = try begin().state.cursor
      let after = before.isEmpty ? "" : "?after=\(Hexadecimal.text(before))"
      let answer = try SyncAnswer(try await demand("GET", "/v1/events\(after)", waitsForNews: true), keys: 1...1)
      // Commits sent by this device in the meantime are not news.
      return try answer.bytes(1) != begin().state.cursor
    } catch {
      throw VaultSyncError(error)
    }
  }
}
