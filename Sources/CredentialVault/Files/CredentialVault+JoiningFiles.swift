// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// What is stored next to the vault of a device that joined or was recovered, until its account's data has come.
extension CredentialVault {
  private var joiningFile: JoiningFile { JoiningFile(beside: folder) }

  /// Whether this vault was made by a joining that may have been interrupted before the account's data came; known even while it is locked.
  package var isJoiningUnfinished: Bool {
    isReplica && joiningFile.isAbout(keyFile.device, of: keyFile.account)
  }

  /// Whether this vault belongs to an account, synchronised, whose recovery key was used up here or may have been, with no confirmed one yet;
  /// known even while it is locked.
  package func owesRecoveryKey(of account: AccountIdentifier) -> Bool {
    isReplica && keyFile.account == account && isRecoveryKeyMissed
  }

  /// Removes what an interrupted joining or recovery would have continued from: the vault has its account's data.
  package func endJoining() {
    if isJoiningUnfinished { joiningFile.remove() }
    // The key on the paper added this device, if any did.
    let device = keyFile.device
    guard let log = try? readLog(), let entry = log.entries.first(where: { log.devices(at: $0.sequence).contains(device) }) else { return }
    RecoveryFile(beside: folder, of: entry.author).remove()
  }
}
