// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
package import CredentialVault
package import FoundationEssentials
package import SecretMemory
import SyncModel

/// Recovering an account on a computer with the printed recovery key.
///
/// The key adds one device, once, and that device's keys exist nowhere else. So they are on disk before they are sent to the account. An
/// interrupted recovery continues with the same device when it is retried on this computer.
extension AccountJoining {
  /// Everything a computer needs to create its vault, and the file to remove afterwards.
  package struct Recovered: Sendable {
    /// Its identity in the account.
    package let joined: Joined
    /// The file from which an interrupted recovery continues until the vault exists.
    package let file: RecoveryFile
  }

  /// Joins with the printed recovery key, which can be used only once. The account's other devices are not needed.
  ///
  /// Nobody vouches for the account's latest state, so the user is shown when it was last changed.
  /// - Parameters:
  ///   - name: This computer's name.
  ///   - vault: The folder of the vault to be created.
  /// - Throws: `recoveryKeyMistyped` and `wrongRecoveryKey` of the vault, and errors storing the recovery; `loginRefused` for an account
  ///   that does not exist; `recoveryUnfinished` if the account may have accepted this device; and as ``join(by:named:show:)``.
  package func recover(
    _ account: AccountIdentifier, with typed: borrowing SecretBytes, named name: String, beside vault: URL
  ) async throws(VaultSyncError) -> Recovered {
    let key: RecoveryKey
    do {
      key = try RecoveryKey(text: typed)
    } catch {
      throw VaultSyncError(.vault, vault: CredentialVaultError(.recoveryKeyMistyped))
    }
    let file = RecoveryFile(beside: vault, of: key)
    do {
      // 1. Continue an earlier attempt.
      var begun = try file.read().flatMap { try? RecoveryUnderWay(opening: $0, with: key) }
      let token = try await way.login(as: key.identifier, account: account) { try key.memberKeys.sign($0) }
      for _ in 0..<SyncClient.mostTurns {
        let log = try await log(of: account, token: token)
        // 2. The account may already have accepted its device, even though no reply said so.
        if let begun, log.entries.contains(begun.entry), log.isActive(begun.device.member, with: begun.device.keys) {
          return Recovered(joined: Joined(log: log, device: begun.device, head: nil), file: file)
        }
        guard log.accepts(key) else { throw VaultSyncError(.vault, vault: CredentialVaultError(.wrongRecoveryKey)) }
        // 3. An entry that does not follow the log's last one can never be accepted; another device is needed.
        let present: (under: RecoveryUnderWay, log: MembershipLog)
        if let begun, let next = try? log.following([begun.entry]) {
          present = (begun, next)
        } else {
          present = try await begin(key, in: log, named: name, token: token)
        }
        begun = present.under
        // 4. Its keys are on disk before the entry is sent.
        var generator = makeGenerator()
        try file.keep(present.under.sealed(under: key, using: &generator))
        if try await place(present.under.entry, token: token) {
          return Recovered(joined: Joined(log: present.log, device: present.under.device, head: nil), file: file)
        }
      }
      throw VaultSyncError(.overtaken)
    } catch let error as CredentialCryptographyError {
      throw VaultSyncError(.answerMalformed, detail: error.code.description)
    } catch {
      throw VaultSyncError(error)
    }
  }

  /// Creates a new device, which the recovery key adds after a log's end.
  private func begin(
    _ key: RecoveryKey, in log: MembershipLog, named name: String, token: SharedSecret
  ) async throws -> (under: RecoveryUnderWay, log: MembershipLog) {
    var generator = makeGenerator()
    let epochKey = try log.openEpochKey(as: key.identifier, with: key.memberKeys)
    let paper = LogAuthor(key.identifier, key.memberKeys, seeing: try await head(token: token).hash)
    let device = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let next = try log.adding(device, named: name, epochKey: epochKey, by: paper, using: &generator)
    guard let entry = next.entries.last else { throw VaultSyncError(.answerMalformed) }
    return (RecoveryUnderWay(device: device, entry: entry), next)
  }

  private func place(_ entry: MembershipLogEntry, token: SharedSecret) async throws -> Bool {
    do {
      return try await SyncWay.isPlaced {
        try await way.send(SyncRequest("POST", "/v1/log", body: SyncWay.encode([1: .bytes(entry.encoded)]), token: token))
      }
    } catch let error as VaultSyncError where error.mayBeDone {
      throw VaultSyncError(.recoveryUnfinished, detail: error.detail ?? error.code.description)
    }
  }
}
