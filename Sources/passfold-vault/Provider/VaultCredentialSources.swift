// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

/// The vault as the authenticator's credential store, for one ceremony.
final class VaultCredentialSources: PublicKeyCredentialSourceStore {
  private let vault: CredentialVault
  private let now: () -> Date
  private let makeGenerator: () -> any RandomNumberGenerator
  /// The vault's error, if the authenticator only learnt that there was one.
  private(set) var failure: CredentialVaultError?
  /// The passkey that the ceremony created, and those of the account that it replaces once its service has it.
  private(set) var made: (record: RecordIdentifier, replaced: [RecordIdentifier])?

  @MainActor
  init(_ vault: CredentialVault, environment: ProviderEnvironment) {
    self.vault = vault
    now = environment.now
    makeGenerator = environment.makeGenerator
  }

  /// Runs an operation of the authenticator; throws the vault's error, or an error with Apple's code if there is one.
  func reporting<Value>(
    _ operation: (VaultCredentialSources) throws(WebAuthnAuthenticatorError) -> Value
  ) throws -> Value {
    do throws(WebAuthnAuthenticatorError) {
      return try operation(self)
    } catch {
      if let failure { throw failure }
      if error.code == .invalidState { throw ASExtensionError(.matchedExcludedCredential) }
      throw ASExtensionError(.failed, userInfo: [CredentialProviderCancellation.reasonKey: error.code.description])
    }
  }

  func credentials(of relyingPartyID: RelyingPartyID) throws(WebAuthnAuthenticatorError) -> [PublicKeyCredentialSource] {
    try asking { (vault) throws(CredentialVaultError) in
      var records: [PasskeyRecord] = []
      for summary in try vault.summaries(kind: .passkey) where summary.relyingPartyID == relyingPartyID.name {
        guard case .passkey(let record) = try vault.record(summary.id) else { continue }
        records.append(record)
      }
      return records.sorted { $0.created > $1.created }.compactMap { try? PublicKeyCredentialSource($0) }
    }
  }

  func add(_ source: PublicKeyCredentialSource, superseding: [CredentialID]) throws(WebAuthnAuthenticatorError) {
    var generator = makeGenerator()
    let record = PasskeyRecord(source, id: .random(using: &generator), created: now())
    try asking { (vault) throws(CredentialVaultError) in
      let replaced = try vault.summaries(kind: .passkey).filter { summary in
        summary.relyingPartyID == record.relyingPartyID && superseding.contains { $0.bytes == summary.credentialID }
      }
      try vault.add(.passkey(record))
      made = (record.id, replaced.map(\.id))
    }
  }

  /// Updates the vault to the fate of the new passkey. A vault that was locked meanwhile keeps both.
  func settle(_ receipt: ProviderRequest.Receipt) {
    guard let made else { return }
    switch receipt {
    case .taken:
      // The service may still fail to save the new key: the old one goes to the trash, from which it can be restored.
      for former in made.replaced { try? vault.moveToTrash(former, supersededBy: made.record) }
    case .tooLate:
      // No service has it, and the user would not learn of it otherwise.
      if (try? vault.moveToTrash(made.record)) != nil { try? vault.erase([made.record]) }
    case .unknown: break
    }
  }

  func setLargeBlob(_ blob: [UInt8], of credential: CredentialID) throws(WebAuthnAuthenticatorError) {
    let summaries = try asking { (vault) throws(CredentialVaultError) in try vault.summaries(kind: .passkey) }
    guard let id = summaries.first(where: { $0.credentialID == credential.bytes })?.id else { throw WebAuthnAuthenticatorError(.unknown) }
    try asking { (vault) throws(CredentialVaultError) in try vault.keep(SharedSecret(copying: blob), besidePasskey: id) }
  }

  /// Refuses: no request from a page or a broker may empty a vault.
  func removeAll() throws(WebAuthnAuthenticatorError) {
    throw WebAuthnAuthenticatorError(.notAllowed)
  }

  private func asking<Value>(
    _ work: (CredentialVault) throws(CredentialVaultError) -> Value
  ) throws(WebAuthnAuthenticatorError) -> Value {
    do throws(CredentialVaultError) {
      return try work(vault)
    } catch {
      failure = error
      throw WebAuthnAuthenticatorError(error.code == .storageFull || error.code == .recordTooLong ? .constraint : .unknown)
    }
  }
}

extension PublicKeyCredentialSource {
  /// Creates the authenticator's form of the passkey; nil if a stored part is out of range.
  init?(_ record: PasskeyRecord) throws {
    guard let id = CredentialID(record.credentialID), let userHandle = UserHandle(record.userHandle),
      let protection = CredentialProtection(rawValue: record.protection)
    else { return nil }
    var function: CredentialPRF?
    if let keys = record.pseudoRandomFunction {
      guard
        let known = CredentialPRF(
          keyWithUserVerification: keys.withUserVerification, keyWithoutUserVerification: keys.withoutUserVerification)
      else { return nil }
      function = known
    }
    self.init(
      id: id, algorithm: COSEAlgorithm(rawValue: record.algorithm), privateKey: record.privateKey,
      relyingPartyID: try RelyingPartyID(record.relyingPartyID), userHandle: userHandle, backup: CredentialBackup(record),
      protection: protection, pseudoRandomFunction: function,
      userNames: UserNames(name: record.userName, displayName: record.displayName),
      largeBlob: record.largeBlob.map { $0.withBytes { Array($0) } })
  }
}

extension PasskeyRecord {
  /// Creates the record of a new passkey.
  fileprivate init(_ source: PublicKeyCredentialSource, id: RecordIdentifier, created: Date) {
    let user = source.userNames?.name ?? ""
    self.init(
      id: id, relyingPartyID: source.relyingPartyID.name, userHandle: source.userHandle.bytes, userName: user,
      displayName: source.userNames?.displayName ?? user, credentialID: source.id.bytes, algorithm: source.algorithm.rawValue,
      privateKey: source.privateKey, backupEligible: source.backup != .deviceBound, backupState: source.backup == .backedUp,
      created: created, protection: source.protection.rawValue,
      pseudoRandomFunction: source.pseudoRandomFunction.map {
        PasskeyPRFKeys(withUserVerification: $0.keyWithUserVerification, withoutUserVerification: $0.keyWithoutUserVerification)
      }, largeBlob: source.largeBlob.map { SharedSecret(copying: $0) })
  }
}

extension CredentialBackup {
  /// Creates the flags from the record.
  fileprivate init(_ record: PasskeyRecord) {
    self = !record.backupEligible ? .deviceBound : record.backupState ? .backedUp : .eligible
  }
}
