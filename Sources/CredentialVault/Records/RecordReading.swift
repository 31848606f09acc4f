// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialModel
import FoundationEssentials
import OneTimeCodes
import SecretMemory
package import SyncModel

extension RecordBody {
  /// Returns the record that the body describes.
  /// - Throws: `recordTooNew` for a kind or a value that this version does not know, `recordDamaged` for a missing field.
  package func record(_ id: RecordIdentifier) throws(CredentialVaultError) -> CredentialRecord {
    switch CredentialKind(rawValue: kind) {
    case .password:
      return .password(
        PasswordRecord(
          id: id, services: try services(), title: try text(RecordFields.title), user: try text(RecordFields.user), password: try secret(),
          history: try retired(RecordFields.passwordHistory)))
    case .oneTimeCode:
      return .oneTimeCode(
        OneTimeCodeRecord(
          id: id,
          login: try optional(RecordFields.login) { if case .bytes(let bytes) = $0 { RecordIdentifier(bytes: bytes) } else { nil } },
          services: try services(), title: try text(RecordFields.title), account: try text(RecordFields.user),
          issuer: try optional(RecordFields.issuer) { if case .text(let text) = $0 { text } else { nil } },
          parameters: try codeParameters(),
          added: try ifPresent(RecordFields.added) { if case .unsigned(let time) = $0 { Self.date(time) } else { nil } },
          pending: try ifPresent(RecordFields.pendingSetup, PendingSetupValue.decode), history: try codeHistory()))
    case .passkey:
      return .passkey(
        PasskeyRecord(
          id: id, relyingPartyID: try text(RecordFields.relyingParty), userHandle: try bytes(RecordFields.userHandle),
          userName: try text(RecordFields.user), displayName: try text(RecordFields.displayName),
          credentialID: try bytes(RecordFields.credentialID),
          algorithm: try integer(RecordFields.keyAlgorithm), privateKey: try secret(),
          backupEligible: try boolean(RecordFields.backupEligible),
          backupState: try boolean(RecordFields.backupState),
          created: Date(timeIntervalSince1970: TimeInterval(try unsigned(RecordFields.created)) / 1000),
          protection: try ifPresent(RecordFields.protection) {
            if case .unsigned(let level) = $0, (1...3).contains(level) { Int(level) } else { nil }
          } ?? 1, pseudoRandomFunction: try pseudoRandomFunction(), largeBlob: try secretIfPresent(RecordFields.largeBlob)))
    case .note: return .note(try note(id))
    case .card: return .card(try card(id))
    case .identity: return .identity(try person(id))
    case nil:
      throw CredentialVaultError(.recordTooNew)
    }
  }

  private func value(_ key: UInt64) throws(CredentialVaultError) -> CBORValue {
    guard let field = fields[key], let value = FieldValue.decode(field.value) else { throw CredentialVaultError(.recordDamaged) }
    return value
  }

  func text(_ key: UInt64) throws(CredentialVaultError) -> String {
    guard case .text(let text) = try value(key) else { throw CredentialVaultError(.recordTooNew) }
    return text
  }

  private func bytes(_ key: UInt64) throws(CredentialVaultError) -> [UInt8] {
    guard case .bytes(let bytes) = try value(key) else { throw CredentialVaultError(.recordTooNew) }
    return bytes
  }

  private func unsigned(_ key: UInt64) throws(CredentialVaultError) -> UInt64 {
    guard case .unsigned(let number) = try value(key) else { throw CredentialVaultError(.recordTooNew) }
    return number
  }

  private func integer(_ key: UInt64) throws(CredentialVaultError) -> Int {
    switch try value(key) {
    case .unsigned(let number):
      if let number = Int(exactly: number) { return number }
    case .negative(let number):
      if let number = Int(exactly: number) { return -1 - number }
    default: break
    }
    throw CredentialVaultError(.recordTooNew)
  }

  private func boolean(_ key: UInt64) throws(CredentialVaultError) -> Bool {
    guard case .boolean(let flag) = try value(key) else { throw CredentialVaultError(.recordTooNew) }
    return flag
  }

  private func optional<Value>(_ key: UInt64, _ read: (CBORValue) -> Value?) throws(CredentialVaultError) -> Value? {
    let value = try value(key)
    if value == .null { return nil }
    guard let read = read(value) else { throw CredentialVaultError(.recordTooNew) }
    return read
  }

  /// Reads a field that older versions did not write: nil if it is missing or null.
  func ifPresent<Value>(_ key: UInt64, _ read: (CBORValue) -> Value?) throws(CredentialVaultError) -> Value? {
    fields[key] == nil ? nil : try optional(key, read)
  }

  private func codeHistory() throws(CredentialVaultError) -> [RetiredParameters] {
    guard let field = fields[RecordFields.codeHistory] else { return [] }
    guard let history = CodeHistoryField.decode(field.value) else { throw CredentialVaultError(.recordTooNew) }
    return history
  }

  /// Returns the values stored before, each with the time until which it was current.
  func retired(_ key: UInt64) throws(CredentialVaultError) -> [RetiredPassword] {
    guard let field = fields[key] else { return [] }
    guard let history = PasswordHistoryField.decode(field.value) else { throw CredentialVaultError(.recordTooNew) }
    return history
  }

  private func secret() throws(CredentialVaultError) -> SharedSecret {
    guard let secret = try secretIfPresent(RecordFields.secret) else { throw CredentialVaultError(.recordDamaged) }
    return secret
  }

  func secretIfPresent(_ key: UInt64) throws(CredentialVaultError) -> SharedSecret? {
    guard let field = fields[key] else { return nil }
    guard let secret = FieldValue.decodeSecret(field.value) else { throw CredentialVaultError(.recordTooNew) }
    return secret
  }

  /// Returns both keys or neither: half a pair is damage.
  private func pseudoRandomFunction() throws(CredentialVaultError) -> PasskeyPRFKeys? {
    let verified = try secretIfPresent(RecordFields.prfKeyWithVerification)
    let unverified = try secretIfPresent(RecordFields.prfKeyWithoutVerification)
    if verified == nil, unverified == nil { return nil }
    guard let verified, let unverified else { throw CredentialVaultError(.recordDamaged) }
    guard verified.byteCount == 32, unverified.byteCount == 32 else { throw CredentialVaultError(.recordTooNew) }
    return PasskeyPRFKeys(withUserVerification: verified, withoutUserVerification: unverified)
  }

  private func services() throws(CredentialVaultError) -> [ServiceIdentifier] {
    guard let field = fields[RecordFields.services] else { throw CredentialVaultError(.recordDamaged) }
    guard let services = ServiceField.decode(field.value) else { throw CredentialVaultError(.recordTooNew) }
    return services
  }

  private func codeParameters() throws(CredentialVaultError) -> OneTimeCodeParameters {
    guard let algorithm = OneTimeCodeAlgorithm(rawValue: try text(RecordFields.codeAlgorithm)),
      let form = CodeFormValue.decode(try value(RecordFields.codeForm))
    else { throw CredentialVaultError(.recordTooNew) }
    do {
      return try OneTimeCodeParameters(
        secret: secret(), algorithm: algorithm, digits: Int(clamping: unsigned(RecordFields.codeDigits)), form: form)
    } catch let error as CredentialVaultError {
      throw error
    } catch {
      throw CredentialVaultError(.recordTooNew)
    }
  }
}
