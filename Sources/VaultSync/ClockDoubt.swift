// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault

/// A reason to believe that this computer's clock is wrong: the clocks of others differ from it.
package struct ClockDoubt: Hashable, Sendable {
  /// The clocks that differ.
  package enum Witness: String, Hashable, Sendable {
    /// The server's clock. A server has no reason to lie about the time, and nothing is decided by it.
    case server
    /// The clocks of all other devices that ever wrote, two or more.
    case devices
    /// The clock of the only other device that ever wrote, so either may be wrong.
    case device
  }

  /// How many seconds the others are ahead of this computer; negative if they are behind.
  package let lead: Double
  /// The clocks that differ.
  package let witness: Witness
}

extension SyncClient {
  /// The difference to a server's clock that is worth a word. Logging in takes a few seconds at most.
  private static let noticedLead = 600.0
  /// The same of devices' last changes. These are only known to be ahead; a device that is behind may have written nothing.
  private static let noticedLeadOfDevices = 86_400.0

  /// Returns why this computer's clock may be wrong; nil if nothing says so.
  /// - Throws: `notInUse`, `vault`.
  package func clockDoubt() throws(VaultSyncError) -> ClockDoubt? {
    if let serverLead { return abs(serverLead) >= Self.noticedLead ? ClockDoubt(lead: serverLead, witness: .server) : nil }
    let present = Double(milliseconds)
    let leads = try devices().filter { !$0.isThis }.compactMap(\.lastSeen).map { (Double($0) - present) / 1000 }
    guard let least = leads.min(), least >= Self.noticedLeadOfDevices else { return nil }
    return ClockDoubt(lead: least, witness: leads.count > 1 ? .devices : .device)
  }
}
