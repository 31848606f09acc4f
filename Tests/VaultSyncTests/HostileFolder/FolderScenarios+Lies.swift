// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import SyncModel
import Testing
import VaultSync

/// The server's lies about content, told by files: the folder ignores what no member could have meant, so most of them have no effect.
extension FolderScenario {
  static let lies: [FolderScenario] = HostileScenario.all.compactMap { scenario in
    guard let verdict = verdictsOfLies[scenario.name] else { return nil }
    return FolderScenario("In files: \(scenario.name)", verdict, to: scenario.victim, isFinal: scenario.isFinal) { run in
      var hostile = try run.hostile(scenario)
      try await scenario.lie(&hostile)
      try run.disk.become(run.disk.files(of: hostile.served).contents)
    }
  }

  /// The verdict of each lie when it is told through a folder.
  static let verdictsOfLies: [String: Verdict] = [
    "An honest server with new commits": .none,
    "An account without any commits": .alarm(.logRolledBack),
    "An older state than the device has seen, under the present log": .alarm(.logRolledBack),
    "A different commit in place of the last one": .none,
    // Altered commits.
    "A commit with a changed version": .none,
    "A commit moved to another account": .none,
    "A commit with a changed number": .none,
    "A commit with a changed parent": .none,
    "A commit attributed to nobody": .none,
    "A commit attributed to another member": .none,
    "A commit with a changed device sequence number": .none,
    "A commit with a changed epoch": .none,
    "A commit with a changed clock": .none,
    "A commit with a changed hash of its items": .none,
    "A commit with a changed format": .none,
    "A commit with a changed signature": .none,
    "A commit with changed items": .none,
    "A truncated commit": .none,
    // Commits by lying members and by others.
    "A signed commit that skips a number": .none,
    "A signed commit with an unknown parent": .none,
    "A signed commit that reuses a device sequence number": .none,
    "A signed commit with an epoch other than the log's": .none,
    "A signed commit of the previous epoch, with records wrapped under its key": .none,
    "A heartbeat with an epoch other than the log's": .none,
    "A heartbeat signed for another account": .none,
    "A signed commit with an older log position than its parent's": .none,
    "A signed commit with a log position that the log does not have": .none,
    "A signed commit with a log position that never arrives": .none,
    "A known version with a different body": .none,
    "A record committed in an older version": .none,
    "A known version committed again": .none,
    "An author whose highest format is below the floor": .none,
    "A signed checkpoint over other records": .none,
    "A signed checkpoint that forgets recent tombstones": .alarm(.forgottenTooEarly),
    // An entry of a member that claims to have seen no commit, so that no line can pass through every named commit.
    "A format floor above this program's formats": .alarm(.forked),
    "A commit after the end of the account": .alarm(.forked),
    "A commit after an end of the account that names the last commit": .refusal(.accountClosed),
    "A commit of a removed device that names the present log": .none,
    "A commit of a removed device that names a log in which it was a member": .none,
    "A commit of a stranger": .none,
    "A commit signed by one member in the name of another": .none,
    "A genuine commit of another account": .none,
    "A commit under the device's own key after a restore from an older copy": .none,
    // The records that commits name.
    "A committed record of another account": .none,
    "A committed record with invalid content": .alarm(.bodyUnreadable),
    "A committed record marked as a tombstone": .alarm(.bodyUnreadable),
    "A committed version below the format floor": .alarm(.formatBelowFloor),
    "A record of a newer program": .none,
    "A record of a newer program with a changed wrap": .alarm(.bodyUnreadable),
    "A record dated far in the future": .none,
    // The log.
    "A log shorter than the known one": .alarm(.logRolledBack),
    "A log rolled back with its account": .alarm(.logRolledBack),
    "A different entry in place of the last one": .alarm(.logForked),
    "The last known entry with a changed signature": .alarm(.logRolledBack),
    "A device added by a removed device": .none,
    "A device added by a stranger": .none,
    "A device that did not sign for itself": .none,
    "A removed device added again": .none,
    "An entry in the name of a member that did not sign it": .none,
    "A key rotation that omits a member": .none,
    "A key rotation that gives a removed device the key": .none,
    "A key rotation with a different key for this device": .alarm(.epochKeyInvalid),
    "A key rotation whose wrap for this device does not open": .alarm(.epochKeyInvalid),
    "A key rotation with a key that the log does not vouch for": .alarm(.epochKeyInvalid),
    "A key rotation that skips an epoch": .none,
    "A key rotation that repeats an epoch": .none,
    "A format floor that does not rise": .none,
    "An entry of an unknown kind": .none,
    "A repeated entry": .none,
    "An entry of random bytes": .none,
    "An omitted entry": .none,
    "The removal of this device": .alarm(.removed),
    // Lies to a new device.
    "A checkpoint by a removed device": .none,
    "An older state for a new device than its sponsor had": .alarm(.logRolledBack),
    "Another branch for a new device than its sponsor had": .alarm(.logRolledBack),
  ]
}
