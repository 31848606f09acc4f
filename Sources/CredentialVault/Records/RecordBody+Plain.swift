// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialModel
import SecretMemory
import SyncModel

/// Notes, cards and identities in fields (docs/formats/vault.md, "Record content"). Optional fields are created with their first value;
/// later they may be null or empty, but are never removed.
extension RecordBody {
  mutating func write(_ record: NoteRecord, stamp: FieldStamp) {
    put(RecordFields.title, record.title, stamp)
    set(RecordFields.text, to: FieldValue.encode(secret: record.text), stamp: stamp)
    if !record.history.isEmpty || fields[RecordFields.textHistory] != nil {
      let history = record.history.map { RetiredPassword(password: $0.text, retired: $0.retired) }
      set(RecordFields.textHistory, to: PasswordHistoryField.encode(history), stamp: stamp)
    }
  }

  mutating func write(_ record: CardRecord, stamp: FieldStamp) {
    put(RecordFields.title, record.title, stamp)
    put(RecordFields.holder, record.holder, stamp)
    put(RecordFields.bank, record.bank, stamp)
    set(RecordFields.cardNumber, to: FieldValue.encode(secret: record.number), stamp: stamp)
    putIfAny(RecordFields.securityCode, record.securityCode, stamp)
    putIfAny(RecordFields.pin, record.pin, stamp)
    putIfAny(RecordFields.expires, record.expires.map(Self.numbers), stamp)
    putIfAny(RecordFields.validFrom, record.validFrom.map(Self.numbers), stamp)
  }

  mutating func write(_ record: PersonRecord, stamp: FieldStamp) {
    put(RecordFields.title, record.title, stamp)
    put(RecordFields.givenName, record.givenName, stamp)
    put(RecordFields.familyName, record.familyName, stamp)
    put(RecordFields.organisation, record.organisation, stamp)
    putIfAny(RecordFields.birthday, record.birthday.map { [$0.year, $0.month, $0.day] }, stamp)
    for (key, values) in [
      (RecordFields.emails, record.emails), (RecordFields.phones, record.phones), (RecordFields.addresses, record.addresses),
    ] {
      replace(key, with: LabelledValues.encode(values), stamp: stamp)
    }
    replace(RecordFields.documents, with: LabelledValues.encode(record.documents), stamp: stamp)
  }

  private static func numbers(_ month: CardMonth) -> [Int] { [month.year, month.month] }

  private mutating func put(_ key: UInt64, _ text: String, _ stamp: FieldStamp) {
    set(key, to: FieldValue.encode(.text(text)), stamp: stamp)
  }

  private mutating func putIfAny(_ key: UInt64, _ secret: SharedSecret?, _ stamp: FieldStamp) {
    if let secret {
      set(key, to: FieldValue.encode(secret: secret), stamp: stamp)
    } else if fields[key] != nil {
      set(key, to: FieldValue.encode(.null), stamp: stamp)
    }
  }

  private mutating func putIfAny(_ key: UInt64, _ numbers: [Int]?, _ stamp: FieldStamp) {
    guard numbers != nil || fields[key] != nil else { return }
    let value = numbers.map { CBORValue.array($0.map { .unsigned(UInt64(clamping: $0)) }) } ?? .null
    set(key, to: FieldValue.encode(value), stamp: stamp)
  }

  // MARK: Reading

  func note(_ id: RecordIdentifier) throws(CredentialVaultError) -> NoteRecord {
    guard let text = try secretIfPresent(RecordFields.text) else { throw CredentialVaultError(.recordDamaged) }
    let history = try retired(RecordFields.textHistory).map { RetiredText(text: $0.password, retired: $0.retired) }
    return NoteRecord(id: id, title: try self.text(RecordFields.title), text: text, history: history)
  }

  func card(_ id: RecordIdentifier) throws(CredentialVaultError) -> CardRecord {
    guard let number = try secretIfPresent(RecordFields.cardNumber) else { throw CredentialVaultError(.recordDamaged) }
    return CardRecord(
      id: id, title: try text(RecordFields.title), holder: try text(RecordFields.holder), bank: try text(RecordFields.bank), number: number,
      securityCode: try secretOrNull(RecordFields.securityCode), pin: try secretOrNull(RecordFields.pin),
      expires: try month(RecordFields.expires), validFrom: try month(RecordFields.validFrom))
  }

  func person(_ id: RecordIdentifier) throws(CredentialVaultError) -> PersonRecord {
    PersonRecord(
      id: id, title: try text(RecordFields.title), givenName: try text(RecordFields.givenName),
      familyName: try text(RecordFields.familyName), organisation: try text(RecordFields.organisation),
      birthday: try ifPresent(RecordFields.birthday) { value in
        Self.numbers(value, count: 3).flatMap { CalendarDay(year: $0[0], month: $0[1], day: $0[2]) }
      },
      emails: try labelled(RecordFields.emails), phones: try labelled(RecordFields.phones), addresses: try labelled(RecordFields.addresses),
      documents: LabelledValues.ordered(try elements(RecordFields.documents, LabelledValues.document)))
  }

  private func labelled(_ key: UInt64) throws(CredentialVaultError) -> [PersonRecord.Labelled] {
    LabelledValues.ordered(try elements(key, LabelledValues.text))
  }

  private func month(_ key: UInt64) throws(CredentialVaultError) -> CardMonth? {
    try ifPresent(key) { value in Self.numbers(value, count: 2).flatMap { CardMonth(year: $0[0], month: $0[1]) } }
  }

  /// A secret that was stored and removed again is null.
  private func secretOrNull(_ key: UInt64) throws(CredentialVaultError) -> SharedSecret? {
    guard let field = fields[key] else { return nil }
    if let secret = FieldValue.decodeSecret(field.value) { return secret }
    guard FieldValue.decode(field.value) == .null else { throw CredentialVaultError(.recordTooNew) }
    return nil
  }

  private static func numbers(_ value: CBORValue, count: Int) -> [Int]? {
    guard case .array(let parts) = value, parts.count == count else { return nil }
    let numbers = parts.compactMap { if case .unsigned(let number) = $0 { Int(exactly: number) } else { nil } }
    return numbers.count == count ? numbers : nil
  }
}
