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
  ///   - name: What this computer calls itself.
  ///   - vault: The folder of the vault that is to be made.
  /// - Throws: `recoveryKeyMistyped` and `wrongRecoveryKey` of the vault, and why it could not keep what it has to; `recoveryRefused` for an account that
  ///   is not there, or a key that was replaced or used; `recoveryUnfinished` where the account may have taken this device; and as ``join(by:named:show:)``.
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
      let token = try await login(with: key, to: account)
      for _ in 0..<SyncClient.mostTurns {
        let log = try await log(of: account, token: token)
        // 2. The account has taken its device already, which no answer said: by the entry that was kept, or by one before it.
        if let begun, log.isActive(begun.device.member, with: begun.device.keys) {
          return Recovered(joined: Joined(log: log, device: begun.device, head: nil), file: file)
        }
        guard log.accepts(key) else { throw VaultSyncError(.vault, vault: CredentialVaultError(.wrongRecoveryKey)) }
        guard !log.isClosed else { throw VaultSyncError(.accountClosed) }
        // 3. An entry that does not follow the log's last, or saw another commit than the last, is not taken: the same device gets another one.
        let head = try await head(token: token)
        let present: (under: RecoveryUnderWay, log: MembershipLog)
        if let begun, Self.saw(head, begun.entry), let next = try? log.following([begun.entry]) {
          present = (begun, next)
        } else {
          present = try begin(key, with: begun?.device, in: log, at: head, named: name)
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

  /// Whoever has another key than the account's last, or another account's number, hears the same: a server tells nobody which accounts it has.
  private func login(with key: RecoveryKey, to account: AccountIdentifier) async throws -> SharedSecret {
    do {
      return try await way.login(as: key.identifier, account: account) { try key.memberKeys.sign($0) }.token
    } catch let error as VaultSyncError where error.code == .loginRefused || error.detail == "not_found" {
      throw VaultSyncError(.recoveryRefused)
    }
  }

  private static func saw(_ head: CommitPosition, _ entry: MembershipLogEntry) -> Bool {
    entry.commitHeadSeen.map { $0 == head.hash } ?? (head == .beginning)
  }

  /// A device, which the recovery key adds behind a log's end: that of a former try, or a new one.
  private func begin(
    _ key: RecoveryKey, with former: LogAuthor?, in log: MembershipLog, at head: CommitPosition, named name: String
  ) throws -> (under: RecoveryUnderWay, log: MembershipLog) {
    var generator = makeGenerator()
    let epochKey = try log.openEpochKey(as: key.identifier, with: key.memberKeys)
    let paper = LogAuthor(key.identifier, key.memberKeys, seeing: head.hash)
    let device = try former ?? LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
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
