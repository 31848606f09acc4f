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
    "An honest server's news are taken, and what waits is sent": .none,
    "An account without any commit is a rollback": .alarm(.logRolledBack),
    "The present state is no excuse for one that is older than what was seen": .alarm(.logRolledBack),
    "Another commit in the place of the last one is a fork": .none,
    // Altered commits.
    "A commit of another version asks for a newer program": .none,
    "A commit that was moved to another account is refused": .none,
    "A commit whose number was changed is refused": .none,
    "A commit whose parent was changed is refused": .none,
    "A commit in the name of nobody is refused": .none,
    "A commit in the name of another member is refused": .none,
    "A commit whose author's count was changed is refused": .none,
    "A commit whose epoch was changed is refused": .none,
    "A commit whose clock was changed is refused": .none,
    "A commit whose hash of items was changed is refused": .none,
    "A commit whose format was changed is refused": .none,
    "A commit whose signature was changed is refused": .none,
    "A commit whose items were changed is refused": .none,
    "Bytes that are no commit are refused": .none,
    // Commits by lying members and by others.
    "A number that leaves one out is refused": .none,
    "A commit whose parent nobody knows is a fork": .none,
    "A count that an author used before is refused": .none,
    "Another epoch than the log's is refused": .none,
    "A former epoch is refused, also of records that are wrapped under its key": .none,
    "A heartbeat of another epoch than the log's is refused": .none,
    "A heartbeat that a member signs for another account is refused": .none,
    "An older end of the log than the parent's is refused": .none,
    "An end of the log that the log does not have is refused": .none,
    "An end of the log that never comes is refused": .none,
    "A known version with another body is refused": .none,
    "A record that goes back to an older version is refused": .none,
    "A known version that is committed again is refused": .none,
    "An author that reads no format that counts is refused": .none,
    "A checkpoint over other records is refused": .none,
    "A checkpoint that forgets young tombstones is refused": .alarm(.forgottenTooEarly),
    // An entry of a member that claims to have seen no commit, so that no line can pass through every named commit.
    "A floor that this program does not reach asks for a newer one": .alarm(.forked),
    "A commit behind the end of the account is refused": .alarm(.forked),
    "A commit behind an end of the account that came when all was seen is refused": .refusal(.accountClosed),
    "A removed device that names the present log is refused": .none,
    "A removed device that names the log in which it was a member is refused": .none,
    "A device that is no member is refused": .none,
    "A member that signs in the name of another is refused": .none,
    "A real commit of another account is refused": .none,
    "A commit under this device's key is its own where it was restored from an older copy": .none,
    // The records that commits name.
    "Another account's record that a member commits is told": .none,
    "A content that is none is told": .alarm(.bodyUnreadable),
    "A record that says that it is a tombstone is told": .alarm(.bodyUnreadable),
    "A version below the floor of formats is refused": .alarm(.formatBelowFloor),
    "A newer program's record is kept as it is": .none,
    "A newer program's record under another wrap is told": .alarm(.bodyUnreadable),
    "A record from a far future is kept aside, and the known one stays": .none,
    // The log.
    "A log that ends before the known one is a rollback": .alarm(.logRolledBack),
    "A log set back with its account is a rollback": .alarm(.logRolledBack),
    "Another entry in the place of the last one is a fork": .alarm(.logForked),
    "The known last entry under another signature is told": .alarm(.logRolledBack),
    "A device that a removed one adds is refused": .none,
    "A device that a stranger adds is refused": .none,
    "A device that did not sign for itself is refused": .none,
    "A device that was removed does not come back": .none,
    "An entry in the name of a member that did not sign it is refused": .none,
    "A rotation that leaves a member out is refused": .none,
    "A rotation that gives a removed device the key is refused": .none,
    "Another key for this device than for the others is told": .alarm(.epochKeyInvalid),
    "A wrap that does not open is told": .alarm(.epochKeyInvalid),
    "A key that the log does not vouch for is told": .alarm(.epochKeyInvalid),
    "An epoch that leaves one out is refused": .none,
    "An epoch that was before is refused": .none,
    "A floor of formats that does not rise is refused": .none,
    "An entry of a kind that nobody knows asks for a newer program": .none,
    "An entry that comes a second time is refused": .none,
    "Bytes that are no entry are refused": .none,
    "An entry that is left out is missed": .none,
    "A device that was removed is told so, and keeps what it has": .alarm(.removed),
    // Lies to a new device.
    "A checkpoint by a removed device is told to a new device": .none,
    "A new device is not given an older state than its sponsor had": .alarm(.logRolledBack),
    "A new device is not given another branch than its sponsor had": .alarm(.logRolledBack),
  ]
}
