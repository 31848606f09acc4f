// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialModel
import FoundationEssentials
import OneTimeCodes
import SecretMemory
package import SyncModel

/// The field numbers (docs/formats/vault.md, "Record content"); a number never gets a second meaning.
enum RecordFields {
  static let schema: UInt16 = 1

  static let title: UInt64 = 1
  static let services: UInt64 = 2
  static let user: UInt64 = 3
  static let secret = MergedField.secret
  static let login: UInt64 = 5
  static let issuer: UInt64 = 6
  static let codeAlgorithm = MergedField.codeAlgorithm
  static let codeDigits = MergedField.codeDigits
  static let codeForm = MergedField.codeForm
  static let relyingParty: UInt64 = 10
  static let userHandle: UInt64 = 11
  static let displayName: UInt64 = 12
  static let credentialID: UInt64 = 13
  static let keyAlgorithm: UInt64 = 14
  static let backupEligible: UInt64 = 15
  static let backupState: UInt64 = 16
  static let created: UInt64 = 17
  static let trashedAt = MergedField.trashedAt
  static let supersededBy = MergedField.supersededBy
  static let added: UInt64 = 20
  static let pendingSetup: UInt64 = 21
  static let codeHistory = MergedField.codeHistory
  static let prfKeyWithVerification: UInt64 = 23
  static let prfKeyWithoutVerification: UInt64 = 24
  static let protection: UInt64 = 25
  static let largeBlob: UInt64 = 26
  static let hiddenAt = MergedField.hiddenAt
  static let passwordHistory = MergedField.passwordHistory
  static let favourite: UInt64 = 29
  static let tags: UInt64 = 30
  static let note = MergedField.addedNote
  static let customFields = MergedField.customFields
  static let text = MergedField.text
  static let textHistory = MergedField.textHistory
  static let holder: UInt64 = 42
  static let cardNumber: UInt64 = 43
  static let securityCode: UInt64 = 44
  static let pin: UInt64 = 45
  static let expires: UInt64 = 46
  static let validFrom: UInt64 = 47
  static let bank: UInt64 = 48
  static let attachments: UInt64 = 50
  static let givenName: UInt64 = 60
  static let familyName: UInt64 = 61
  static let organisation: UInt64 = 62
  static let birthday: UInt64 = 63
  static let emails: UInt64 = 64
  static let phones: UInt64 = 65
  static let addresses: UInt64 = 66
  static let documents: UInt64 = 67
  static let erasedAt: UInt64 = 250

  /// The fields that define a passkey's identity.
  static let writeOnce = MergedField.writeOnce
}

extension RecordBody {
  /// Writes a record's values over the body's, leaving fields that the record does not know.
  package mutating func write(_ record: CredentialRecord, stamp: FieldStamp) {
    func put(_ key: UInt64, _ value: CBORValue) { set(key, to: FieldValue.encode(value), stamp: stamp) }
    func put(_ services: [ServiceIdentifier]) {
      let field = ServiceField.encode(services, replacing: fields[RecordFields.services]?.value, stamp: stamp)
      set(RecordFields.services, to: field, stamp: stamp)
    }
    switch record {
    case .password(let record):
      put(RecordFields.title, .text(record.title))
      put(record.services)
      put(RecordFields.user, .text(record.user))
      set(RecordFields.secret, to: FieldValue.encode(secret: record.password), stamp: stamp)
      if !record.history.isEmpty || fields[RecordFields.passwordHistory] != nil {
        set(RecordFields.passwordHistory, to: PasswordHistoryField.encode(record.history), stamp: stamp)
      }
    case .oneTimeCode(let record):
      put(RecordFields.title, .text(record.title))
      put(record.services)
      put(RecordFields.user, .text(record.account))
      put(RecordFields.login, record.login.map { .bytes($0.bytes) } ?? .null)
      put(RecordFields.issuer, record.issuer.map { .text($0) } ?? .null)
      set(RecordFields.secret, to: FieldValue.encode(secret: record.parameters.secret), stamp: stamp)
      put(RecordFields.codeAlgorithm, .text(record.parameters.algorithm.rawValue))
      put(RecordFields.codeDigits, .unsigned(UInt64(record.parameters.digits)))
      put(RecordFields.codeForm, CodeFormValue.encode(record.parameters.form))
      // Optional fields are created with their first value; later they may be null or empty, but are never removed.
      if let added = record.added { put(RecordFields.added, .unsigned(Self.milliseconds(added))) }
      if record.pending != nil || fields[RecordFields.pendingSetup] != nil {
        put(RecordFields.pendingSetup, record.pending.map(PendingSetupValue.encode) ?? .null)
      }
      if !record.history.isEmpty || fields[RecordFields.codeHistory] != nil {
        set(RecordFields.codeHistory, to: CodeHistoryField.encode(record.history), stamp: stamp)
      }
    case .passkey(let record):
      put(RecordFields.user, .text(record.userName))
      put(RecordFields.relyingParty, .text(record.relyingPartyID))
      put(RecordFields.userHandle, .bytes(record.userHandle))
      put(RecordFields.displayName, .text(record.displayName))
      put(RecordFields.credentialID, .bytes(record.credentialID))
      let algorithm = Int64(record.algorithm)
      put(RecordFields.keyAlgorithm, algorithm < 0 ? .negative(UInt64(-(algorithm + 1))) : .unsigned(UInt64(algorithm)))
      set(RecordFields.secret, to: FieldValue.encode(secret: record.privateKey), stamp: stamp)
      put(RecordFields.backupEligible, .boolean(record.backupEligible))
      put(RecordFields.backupState, .boolean(record.backupState))
      put(RecordFields.created, .unsigned(Self.milliseconds(record.created)))
      // Optional fields are absent from passkeys that do not use them, as in older versions.
      if let keys = record.pseudoRandomFunction {
        set(RecordFields.prfKeyWithVerification, to: FieldValue.encode(secret: keys.withUserVerification), stamp: stamp)
        set(RecordFields.prfKeyWithoutVerification, to: FieldValue.encode(secret: keys.withoutUserVerification), stamp: stamp)
      }
      if record.protection != 1 || fields[RecordFields.protection] != nil {
        put(RecordFields.protection, .unsigned(UInt64(clamping: record.protection)))
      }
      if let blob = record.largeBlob { set(RecordFields.largeBlob, to: FieldValue.encode(secret: blob), stamp: stamp) }
    case .note(let record): write(record, stamp: stamp)
    case .card(let record): write(record, stamp: stamp)
    case .identity(let record): write(record, stamp: stamp)
    }
  }

  /// Marks the record as trashed, or as restored from the trash if `date` is nil.
  ///
  /// - Parameter isHidden: Whether a service's report, and not the user, put it there.
  mutating func setTrashed(at date: Date?, supersededBy successor: RecordIdentifier?, isHidden: Bool = false, stamp: FieldStamp) {
    let time = date.map { CBORValue.unsigned(Self.milliseconds($0)) } ?? .null
    set(RecordFields.trashedAt, to: FieldValue.encode(time), stamp: stamp)
    set(RecordFields.supersededBy, to: FieldValue.encode(successor.map { .bytes($0.bytes) } ?? .null), stamp: stamp)
    if isHidden || fields[RecordFields.hiddenAt] != nil {
      set(RecordFields.hiddenAt, to: FieldValue.encode(isHidden ? time : .null), stamp: stamp)
    }
  }

  var isTrashed: Bool {
    guard let value = plain(RecordFields.trashedAt) else { return false }
    return value != .null
  }

  /// Returns the index entry of the record.
  ///
  /// - Throws: `recordTooNew`, `recordDamaged`.
  package func indexEntry(_ id: RecordIdentifier) throws(CredentialVaultError) -> CredentialIndex.Entry {
    if isTombstone { return .erased }
    var summary = try record(id).summary
    let annotations = try annotations()
    summary.isFavourite = annotations.isFavourite
    summary.tags = annotations.tags
    guard isTrashed else { return .present(summary) }
    guard case .unsigned(let time)? = plain(RecordFields.trashedAt) else { throw CredentialVaultError(.recordTooNew) }
    summary.trashed = Self.date(time)
    // The times must be equal: an older program that trashes a record again without knowing this field makes it the user's decision.
    summary.isHiddenByService = plain(RecordFields.hiddenAt) == .unsigned(time)
    if case .bytes(let name)? = plain(RecordFields.supersededBy) { summary.successor = RecordIdentifier(bytes: name) }
    return .trashed(summary)
  }

  private func plain(_ key: UInt64) -> CBORValue? { fields[key].flatMap { FieldValue.decode($0.value) } }

  /// The latest time: a clock has 48 bits of milliseconds.
  private static let latest: UInt64 = 0xFFFF_FFFF_FFFF

  /// Returns a date. Times later than any clock can give become the latest one, in records as in the index, so that both agree.
  static func date(_ milliseconds: UInt64) -> Date { Date(timeIntervalSince1970: TimeInterval(min(milliseconds, latest)) / 1000) }

  static func milliseconds(_ date: Date) -> UInt64 {
    UInt64(min(max(0, (date.timeIntervalSince1970 * 1000).rounded()), TimeInterval(latest)))
  }
}
