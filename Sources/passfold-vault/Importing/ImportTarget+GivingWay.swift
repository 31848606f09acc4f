// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import FoundationEssentials
import SecretMemory

/// Where the vault and a file differ, one gives way and stays all the same: passwords and codes in the history of the entry, the rest as its field.
extension ImportTarget {
  /// Keeps the vault's own secret; the file's goes to where former ones are.
  mutating func keepOwn(beside other: ImportedRecord, at date: Date) {
    switch (record, other.record) {
    case (.password(var own), .password(let theirs)):
      guard theirs.password.byteCount > 0, !own.has(theirs.password) else { return }
      own.retire(theirs.password, at: date)
      record = .password(own)
      hasChanged = true
    case (.oneTimeCode(var own), .oneTimeCode(let theirs)):
      guard !own.has(theirs.parameters) else { return }
      own.history.append(RetiredParameters(parameters: theirs.parameters, retired: date))
      record = .oneTimeCode(own)
      hasChanged = true
    case (.card(let own), .card(let theirs)):
      keep(theirs.securityCode, unless: own.securityCode, as: Self.securityCodeField, isHidden: true)
      keep(theirs.pin, unless: own.pin, as: Self.pinField, isHidden: true)
      keep(theirs.expires?.kept, unless: own.expires?.kept, as: Self.expiresField)
    case (.identity(let own), .identity(let theirs)):
      keep(theirs.birthday?.kept, unless: own.birthday?.kept, as: Self.birthdayField)
    default: return
    }
  }

  /// Takes the file's secret; the vault's own goes to where former ones are.
  mutating func takeSecret(of other: ImportedRecord, at date: Date) {
    switch (record, other.record) {
    case (.password(var own), .password(let theirs)):
      if theirs.password.byteCount > 0, !own.has(theirs.password) {
        if own.password.byteCount > 0 { own.retire(own.password, at: date) }
        own.password = theirs.password
      }
      let rules = Dictionary(theirs.services.map { ($0.bare, $0) }) { first, _ in first }
      own.services = own.services.map { mine in rules[mine.bare].flatMap { $0.hasRuleOfItsOwn ? $0 : nil } ?? mine }
      record = .password(own)
    case (.oneTimeCode(var own), .oneTimeCode(let theirs)):
      own.retireParameters(for: theirs.parameters, at: date)
      record = .oneTimeCode(own)
    case (.card(var own), .card(let theirs)):
      keep(own.securityCode, unless: theirs.securityCode, as: Self.securityCodeField, isHidden: true)
      keep(own.pin, unless: theirs.pin, as: Self.pinField, isHidden: true)
      keep(own.expires?.kept, unless: theirs.expires?.kept, as: Self.expiresField)
      keep(own.validFrom?.kept, unless: theirs.validFrom?.kept, as: Self.validFromField)
      own.securityCode = theirs.securityCode ?? own.securityCode
      own.pin = theirs.pin ?? own.pin
      own.expires = theirs.expires ?? own.expires
      own.validFrom = theirs.validFrom ?? own.validFrom
      record = .card(own)
    case (.identity(var own), .identity(let theirs)):
      keep(own.birthday?.kept, unless: theirs.birthday?.kept, as: Self.birthdayField)
      own.birthday = theirs.birthday ?? own.birthday
      record = .identity(own)
    default: return
    }
    hasChanged = true
  }

  /// Takes the names that another record has for the same code; those from before become fields.
  mutating func takeNames(of other: ImportedRecord) {
    guard case .oneTimeCode(var own) = record, case .oneTimeCode(let theirs) = other.record else { return }
    if !theirs.account.isEmpty, !other.hasLoginsAccount { own.account = replaced(own.account, by: theirs.account, as: Self.accountField) }
    if let issuer = theirs.issuer { own.issuer = replaced(own.issuer ?? "", by: issuer, as: Self.issuerField) }
    if theirs.login == nil { own.title = replaced(own.title, by: theirs.title, as: ImportedRecords.titleField) }
    record = .oneTimeCode(own)
  }

  /// Keeps a value as a field where another takes its place.
  private mutating func keep(_ value: SharedSecret?, unless other: SharedSecret?, as name: String, isHidden: Bool = false) {
    guard let value, let other, !constantTimeEquals(value, other) else { return }
    take(RecordAnnotations.Field(name: name, isHidden: isHidden, value: value))
  }
}
