// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import FoundationEssentials
import OneTimeCodes
import SecretMemory
import WebDomains

/// A record of the vault, to which one of the file brings more.
struct ImportTarget {
  var record: CredentialRecord
  var annotations: RecordAnnotations
  /// The files that the vault has of it.
  let stored: [RecordAttachment]
  /// The files that it gets.
  var files: [ImportBatch.File]
  var hasChanged = false

  init(record: CredentialRecord, annotations: RecordAnnotations, stored: [RecordAttachment], files: [ImportBatch.File] = []) {
    self.record = record
    self.annotations = annotations
    self.stored = stored
    self.files = files
  }

  /// Adds what another record of the same thing says besides its secrets, which agree or were chosen between.
  mutating func merge(_ other: ImportedRecord) {
    switch (record, other.record) {
    case (.password(let own), .password(let theirs)): record = .password(merge(theirs, into: own, of: other))
    case (.oneTimeCode(let own), .oneTimeCode(let theirs)): record = .oneTimeCode(merge(theirs, into: own, of: other))
    case (.passkey(let own), .passkey(let theirs)): record = .passkey(merge(theirs, into: own))
    case (.note(let own), .note(let theirs)): record = .note(merge(theirs, into: own))
    case (.card(let own), .card(let theirs)): record = .card(merge(theirs, into: own, of: other))
    case (.identity(let own), .identity(let theirs)): record = .identity(merge(theirs, into: own))
    default: break
    }
    take(other.annotations)
    for file in other.files { take(file) }
  }

  // MARK: What a person has added

  /// The fields in which a code keeps another name of its issuer and account.
  static let (issuerField, accountField) = ("Issuer", "Account")
  /// The fields in which a card and an identity keep what has no history, and gave way or came second.
  static let (securityCodeField, pinField, expiresField, validFromField, birthdayField) = (
    "Security code", "PIN", "Expires", "Valid from", "Birthday"
  )

  /// Whether a field of a name, or of one that it got beside another of that name, has a text.
  func hasField(_ name: String, of value: SharedSecret) -> Bool {
    annotations.fields.contains { ($0.name == name || $0.name.hasPrefix(name + " (")) && constantTimeEquals($0.value, value) }
  }

  private mutating func take(_ other: RecordAnnotations) {
    if other.isFavourite, !annotations.isFavourite {
      annotations.isFavourite = true
      hasChanged = true
    }
    for tag in other.tags where !annotations.tags.contains(tag) {
      annotations.add(tag: tag)
      hasChanged = true
    }
    if let note = other.note {
      if let own = annotations.note {
        if !constantTimeEquals(own, note) { take(RecordAnnotations.Field(name: "Note", isHidden: true, value: note)) }
      } else {
        annotations.note = note
        hasChanged = true
      }
    }
    for field in other.fields { take(field) }
  }

  mutating func take(_ field: RecordAnnotations.Field) {
    if hasField(field.name, of: field.value) { return }
    let name = ImportedText.unique(field.name, among: Set(annotations.fields.map(\.name)))
    annotations.set(name, to: field.value, isHidden: field.isHidden)
    hasChanged = true
  }

  private mutating func take(_ file: ImportBatch.File) {
    if stored.contains(where: { $0.holds(file.content) }) || files.contains(where: { constantTimeEquals($0.content, file.content) }) {
      return
    }
    var file = file
    file.name = ImportedText.unique(file.name, among: Set(stored.map(\.name) + files.map(\.name)))
    files.append(file)
    hasChanged = true
  }

  // MARK: Values

  /// The vault's own text, or the other's where it has none; another one than its own becomes a field.
  mutating func taken(_ theirs: String, over own: String, as name: String) -> String {
    if own.isEmpty { return set(theirs) ?? "" }
    if !theirs.isEmpty, theirs != own {
      take(RecordAnnotations.Field(name: name, isHidden: false, value: SharedSecret(copying: theirs.utf8)))
    }
    return own
  }

  /// As ``taken(_:over:as:)``, of names, which are one however they are written.
  mutating func name(_ theirs: String, over own: String, as name: String) -> String {
    theirs.lowercased() == own.lowercased() ? own : taken(theirs, over: own, as: name)
  }

  /// The vault's own title; another one becomes a field, unless the file's entry has none or is called by its address alone.
  mutating func title(of other: ImportedRecord, over own: String, beside services: [ServiceIdentifier] = []) -> String {
    let (theirs, addresses) = (other.record.summary.title, services + other.record.summary.services)
    if own.isEmpty { return set(theirs) ?? "" }
    let isAddress = addresses.contains { $0.text == theirs || ServicePlace(of: $0).host == theirs.lowercased() }
    return other.isTitled && !isAddress ? name(theirs, over: own, as: ImportedRecords.titleField) : own
  }

  /// The other's name; the vault's own becomes a field.
  mutating func replaced(_ own: String, by theirs: String, as name: String) -> String {
    let new = self.name(own, over: theirs, as: name)
    if new != own { hasChanged = true }
    return new
  }

  func nonempty(_ text: String) -> String? { text.isEmpty ? nil : text }

  mutating func set(_ value: String) -> String? {
    if value.isEmpty { return nil }
    hasChanged = true
    return value
  }

  mutating func set<Value>(_ value: Value?) -> Value? {
    if value != nil { hasChanged = true }
    return value
  }

  mutating func union(_ own: [ServiceIdentifier], _ theirs: [ServiceIdentifier]) -> [ServiceIdentifier] {
    let new = theirs.filter { their in !own.contains { $0.names(their) || $0.covers(their) } }
    if !new.isEmpty { hasChanged = true }
    return own + new
  }

  mutating func union(_ own: [PersonRecord.Labelled], _ theirs: [PersonRecord.Labelled]) -> [PersonRecord.Labelled] {
    var all = own
    for text in theirs where !all.contains(where: { $0.text == text.text }) {
      all.append(PersonRecord.Labelled(label: ImportedText.unique(text.label, among: Set(all.map(\.label))), text: text.text))
      hasChanged = true
    }
    return all
  }
}

extension PasswordRecord {
  /// Whether a password is the present one or one from before.
  func has(_ password: SharedSecret) -> Bool {
    constantTimeEquals(self.password, password) || history.contains { constantTimeEquals($0.password, password) }
  }
}

extension OneTimeCodeRecord {
  /// Whether parameters are the present ones or some from before; a counter goes on by itself.
  func has(_ parameters: OneTimeCodeParameters) -> Bool {
    self.parameters.isAlike(parameters) || history.contains { $0.parameters.isAlike(parameters) }
  }
}

extension NoteRecord {
  /// Whether a text is the present one or one from before.
  func has(_ text: SharedSecret) -> Bool {
    constantTimeEquals(self.text, text) || history.contains { constantTimeEquals($0.text, text) }
  }
}

extension ServiceIdentifier {
  /// Whether another says nothing that this one does not: the bare address of the same host.
  fileprivate func covers(_ other: ServiceIdentifier) -> Bool {
    guard rule == .domain, other.rule == .domain, let own = keptAddress?.address, let their = other.keptAddress?.address else {
      return false
    }
    let path = other.text.split(separator: "/", omittingEmptySubsequences: true).count
    return own.host == their.host && own.namedPort == their.namedPort && (own.scheme == nil || own.scheme == their.scheme)
      && path <= (other.kind == .url ? 2 : 1)
  }
}
