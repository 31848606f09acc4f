// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// Changes of the ways to open the vault: each requires the passphrase or the recovery key, typed for this purpose, with or without a grant
/// (security design, rule D2).
extension ManagementDesk {
  func changeAccess(
    _ call: VaultCall, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    if caller.isUnattended { throw VaultFailure(.wouldAsk) }
    switch call {
    case .changePassphrase:
      try await session.changePassphrase(for: caller.program, at: caller.terminal)
      return (.done, nil)
    case .choosePIN:
      try await session.choosePIN(for: caller.program, at: caller.terminal)
      return (.done, nil)
    case .chooseFinger:
      try await session.chooseFinger(for: caller.program, at: caller.terminal)
      return (.done, nil)
    case .chooseIdleTime(let choice):
      try await session.chooseIdleTime(seconds: choice.seconds, for: caller.program, at: caller.terminal)
      return (.done, nil)
    case .forgetPIN:
      try await session.forgetPIN()
      return (.done, nil)
    case .recover:
      // The passphrases that were typed for existing grants are no longer valid.
      closeGrants()
      let key = try await session.recover(for: caller.program, at: caller.terminal)
      openGrant(for: caller)
      return (.recoveryKit(key.facts), key.text)
    case .replaceRecoveryKey where await session.isReplica:
      let key = try await replaceRecoveryKeyOfAccount(caller)
      return (.recoveryKit(key.facts), key.text)
    case .replaceRecoveryKey:
      let key = try await session.replaceRecoveryKey(for: caller.program, at: caller.terminal)
      return (.recoveryKit(key.facts), key.text)
    default: throw VaultFailure(.badRequest)
    }
  }
}
