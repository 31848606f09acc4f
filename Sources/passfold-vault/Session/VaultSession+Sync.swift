// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
import CredentialCryptography
import CredentialVault
import FoundationEssentials
import SecretMemory
import SyncModel
import Translations
import VaultProtocol
import VaultSync

/// The session's part in synchronisation.
extension VaultSession {
  /// Whether the vault is synchronised; false if this cannot be determined.
  var isReplica: Bool { (try? openVault())?.isReplica ?? false }

  /// The number of records that wait to be sent.
  var pendingCount: Int { (try? openVault())?.pendingCount ?? 0 }

  /// Whether the vault was made by a joining that may have been interrupted before the account's data came.
  var isJoiningUnfinished: Bool { (try? openVault())?.isJoiningUnfinished ?? false }

  /// Whether the vault belongs to an account whose recovery key was used up here, with no confirmed one yet.
  func owesRecoveryKey(of account: AccountIdentifier) -> Bool { (try? openVault())?.owesRecoveryKey(of: account) ?? false }

  /// Announces that other devices' changes were stored: listeners read the vault again. This does not count as use, which would keep the
  /// vault open.
  func recordsChangedElsewhere() {
    // The vault may have been locked meanwhile.
    if opened?.isUnlocked == true { announce(.unlocked) }
  }

  /// Asks for the passphrase of a vault that is to be created from other devices' data.
  /// - Throws: `vaultExists`, and as ``create(at:)``.
  func askToJoin(at terminal: PromptTerminal) async throws(VaultFailure) -> SharedSecret {
    try await takeTurn()
    defer { turns.pass() }
    try requireNoVault()
    return SharedSecret(try await askForNewPassphrase(at: terminal, question: PromptTexts.join))
  }

  /// Asks for the passphrase that was chosen before a joining was interrupted, and opens what was kept of it.
  /// - Returns: nil if the user wants to begin again; what was kept stays until another joining replaces it.
  /// - Throws: `wrongPassphrase` and the like, and the reason that the prompt failed.
  func askToResumeJoining(
    of file: JoiningFile, at terminal: PromptTerminal
  ) async throws(VaultFailure) -> (joining: JoiningUnderWay, passphrase: SharedSecret)? {
    try await takeTurn()
    defer { turns.pass() }
    // The vault exists: only the file was left behind.
    guard state == .noVault else { return nil }
    var found: (JoiningUnderWay, SharedSecret)?
    do throws(VaultFailure) {
      try await askUntilRight(at: terminal, question: PromptTexts.resumeJoining) { typed throws(CredentialVaultError) in
        let passphrase = SharedSecret(typed.copy())
        found = (try await file.open(passphrase: passphrase), passphrase)
      }
    } catch {
      if error.code == .canceled { return nil }
      throw error
    }
    return found
  }

  /// Asks for the recovery key of an account whose devices are lost.
  func askForLostKey(program: String, at terminal: PromptTerminal) async throws(VaultFailure) -> SharedSecret {
    try await takeTurn()
    defer { turns.pass() }
    try requireNoVault()
    return SharedSecret(try await ask(PromptTexts.recoveryKey(program: program, error: nil), at: terminal))
  }

  /// Asks for the digits that a new device shows.
  ///
  /// - Parameter lockings: The number of times that the session had been locked when the wait for the device began.
  /// - Throws: `canceled`, also if the session was locked meanwhile, or the reason that the prompt failed.
  nonisolated func askForDigits(
    of name: String, at terminal: PromptTerminal, since lockings: Int
  ) async throws(VaultFailure) -> String {
    let typed = try await prompts.passphrase(PromptTexts.digits(of: name), at: terminal, since: lockings)
    // Six digits, valid once and only for this dialogue.
    return typed.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Creates the vault of a device that has joined an account, and leaves it open.
  func adopt(
    _ joined: AccountJoining.Joined, at place: String, passphrase: SharedSecret, owesRecoveryKey: Bool
  ) async throws(VaultFailure) -> CredentialVault {
    guard await turns.take() else { throw VaultFailure(.canceled) }
    defer { turns.pass() }
    try requireNoVault()
    do throws(CredentialVaultError) {
      let vault = try await CredentialVault.join(
        joined.log, as: joined.device, at: place, promised: joined.promised, in: folder, passphrase: passphrase.copy(),
        owesRecoveryKey: owesRecoveryKey, environment: environment)
      opened = vault
      becameUnlocked()
      return vault
    } catch {
      throw VaultFailure(error, now: environment.now())
    }
  }

  private func requireNoVault() throws(VaultFailure) {
    switch state {
    case .noVault: break
    case .locked, .unlocked: throw VaultFailure(.vaultExists)
    case .unreadable(let code): throw VaultFailure(code)
    }
  }
}

extension PromptTexts {
  /// Asks for the passphrase of the vault of a computer that joins an account.
  package static func join(error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("A vault for this computer"),
      description:
        translated(
          "Choose the passphrase that opens your vault on this computer.\nIt may differ from the passphrase on your other devices. Nobody can reset it."
        ),
      label: translated("New passphrase:"), error: error,
      repetition: PassphraseQuestion.Repetition(
        label: translated("Repeat it:"), mismatch: translated("The two do not match. Please type both again.")),
      confirmLabel: translated("_Create vault"), cancelLabel: translated("_Cancel"), timeout: .seconds(300))
  }

  /// Asks for the passphrase that was chosen before a joining was interrupted.
  package static func resumeJoining(error: String?) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("A vault for this computer"),
      description:
        translated(
          "Joining your account was interrupted before this computer had its vault.\nType the passphrase that you chose for it. To begin again with a new code instead, cancel; then remove this computer on your other device."
        ),
      label: translated("Passphrase:"), error: error, confirmLabel: translated("_Create vault"), cancelLabel: translated("_Begin again"),
      timeout: .seconds(300))
  }

  /// Asks for the digits that a new device shows.
  package static func digits(of name: String) -> PassphraseQuestion {
    PassphraseQuestion(
      title: translated("Add a device"),
      description:
        translated(
          "A device that calls itself “\(cut(name))” wants to join your account and read everything in it.\nType the six digits that it shows. Cancel if it shows none, or if it is not in front of you."
        ),
      label: translated("Six digits:"), error: nil, confirmLabel: translated("_Add"), cancelLabel: translated("_Cancel"),
      timeout: .seconds(240))
  }
}

extension VaultFailure {
  /// Creates the door's failure from an error of the synchronisation.
  init(_ error: VaultSyncError) {
    switch error.code {
    case .vault: self = error.vault.map { VaultFailure($0, now: .now) } ?? VaultFailure(.unexpected)
    case .alarm: self.init(.syncStopped, detail: error.verdict?.code.description)
    case .stopped: self.init(.syncStopped)
    case .notInUse: self.init(.notSynchronised)
    case .noSuchDevice: self.init(.noSuchDevice)
    case .ownDevice: self.init(.ownDevice)
    case .deviceNameTaken: self.init(.deviceNameTaken)
    case .alreadyThere: self.init(.alreadySynchronised)
    case .otherAccountThere: self.init(.otherAccountThere)
    case .placeForked: self.init(.placeForked, detail: error.detail)
    case .formerPlaceAway: self.init(.formerPlaceAway, detail: error.detail)
    case .deviceRemoved: self.init(.deviceRemoved)
    case .cannotCarry: self.init(.accountIncomplete)
    case .enrolmentFailed: self.init(.enrolmentFailed, detail: error.detail)
    case .recoveryUnfinished: self.init(.recoveryUnfinished, detail: error.detail)
    case .recoveryKeyInDoubt: self.init(.recoveryKeyInDoubt, detail: error.detail)
    case .canceled: self.init(.canceled)
    case .unreachable, .refused: self.init(.syncFailed, detail: error.detail ?? error.code.description)
    case .rateLimited: self.init(.syncFailed, detail: error.code.description, retryAfter: error.retryAfter.map { $0 / .seconds(1) })
    default: self.init(.syncFailed, detail: error.code.description)
    }
  }

  /// The same of a computer that has no account.
  var beforeBeginning: VaultFailure { code == .syncFailed ? VaultFailure(.syncNotBegun, detail: detail, retryAfter: retryAfter) : self }
}
