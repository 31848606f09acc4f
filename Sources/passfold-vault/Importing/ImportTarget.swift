// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import FoundationEssentials
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
  private(set) var hasChanged = false

  init(record: CredentialRecord, annotations: RecordAnnotations, stored: [RecordAttachment], files: [ImportBatch.File] = []) {
    self.record = record
    self.annotations = annotations
    self.stored = stored
    self.files = files
  }

  /// The same, as if nothing had been taken yet.
  var unchanged: ImportTarget {
    var target = self
    target.hasChanged = false
    return target
  }

  /// Takes what another record of the same thing says beside its secrets, which agree or were chosen between.
  mutating func take(_ other: ImportedRecord) {
    switch (record, other.record) {
    case (.password(var own), .password(let theirs)):
      own.services = union(own.services, theirs.services)
      if own.title.isEmpty { own.title = set(theirs.title) ?? own.title }
      for former in theirs.history where !own.has(former.password) {
        own.history.append(former)
        hasChanged = true
      }
      own.history.sort { $0.retired < $1.retired }
      record = .password(own)
    case (.oneTimeCode(var own), .oneTimeCode(let theirs)):
      own.services = union(own.services, theirs.services)
      if own.account.isEmpty || !other.hasLoginsAccount { own.account = name(theirs.account, over: own.account, as: Self.accountField) }
      own.issuer = nonempty(name(theirs.issuer ?? "", over: own.issuer ?? "", as: Self.issuerField))
      // A code within a login goes by the login's title.
      if theirs.login == nil, own.issuer?.lowercased() != theirs.title.lowercased() {
        own.title = name(theirs.title, over: own.title, as: ImportedRecords.titleField)
      }
      if own.login == nil, let login = theirs.login {
        own.login = login
        hasChanged = true
      }
      record = .oneTimeCode(own)
    case (.passkey(var own), .passkey(let theirs)):
      if own.largeBlob == nil, let blob = theirs.largeBlob {
        own.largeBlob = blob
        hasChanged = true
      }
      record = .passkey(own)
    case (.card(var own), .card(let theirs)):
      own.holder = taken(theirs.holder, over: own.holder, as: "Cardholder")
      own.bank = taken(theirs.bank, over: own.bank, as: "Bank")
      if own.securityCode == nil { own.securityCode = set(theirs.securityCode) }
      if own.pin == nil { own.pin = set(theirs.pin) }
      if own.expires == nil { own.expires = set(theirs.expires) }
      if own.validFrom == nil { own.validFrom = set(theirs.validFrom) }
      record = .card(own)
    case (.identity(var own), .identity(let theirs)):
      own.organisation = taken(theirs.organisation, over: own.organisation, as: "Organisation")
      if own.birthday == nil { own.birthday = set(theirs.birthday) }
      own.emails = union(own.emails, theirs.emails)
      own.phones = union(own.phones, theirs.phones)
      own.addresses = union(own.addresses, theirs.addresses)
      for document in theirs.documents where !own.documents.contains(where: { constantTimeEquals($0.number, document.number) }) {
        let label = ImportedText.unique(document.label, among: Set(own.documents.map(\.label)))
        own.documents.append(PersonRecord.Document(label: label, number: document.number))
        hasChanged = true
      }
      record = .identity(own)
    default: break
    }
    take(other.annotations)
    for file in other.files { take(file) }
  }

  /// Takes another secret; the one from before goes to the history, where its kind has one.
  mutating func takeSecret(of other: ImportedRecord, at date: Date) {
    switch (record, other.record) {
    case (.password(var own), .password(let theirs)):
      if own.password.byteCount > 0 { own.retire(own.password, at: date) }
      own.password = theirs.password
      record = .password(own)
    case (.oneTimeCode(var own), .oneTimeCode(let theirs)):
      own.retireParameters(for: theirs.parameters, at: date)
      record = .oneTimeCode(own)
    case (.card(var own), .card(let theirs)):
      own.securityCode = theirs.securityCode ?? own.securityCode
      own.pin = theirs.pin ?? own.pin
      own.expires = theirs.expires ?? own.expires
      own.validFrom = theirs.validFrom ?? own.validFrom
      record = .card(own)
    case (.identity(var own), .identity(let theirs)):
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

  // MARK: What a person has added

  /// The fields in which a code keeps another name of its issuer and account.
  static let (issuerField, accountField) = ("Issuer", "Account")

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

  private mutating func take(_ field: RecordAnnotations.Field) {
    if hasField(field.name, of: field.value) { return }
    let name = ImportedText.unique(field.name, among: Set(annotations.fields.map(\.name)))
    annotations.set(name, to: field.value, isHidden: field.isHidden)
    hasChanged = true
  }

  private mutating func take(_ file: ImportBatch.File) {
    if stored.contains(where: { $0.holds(file.content) }) || files.contains(where: { constantTimeEquals($0.content, file.content) }) {
      return
    }
    guard stored.count + files.count < RecordAttachment.most else { return }
    var file = file
    file.name = ImportedText.unique(file.name, among: Set(stored.map(\.name) + files.map(\.name)))
    files.append(file)
    hasChanged = true
  }

  // MARK: Values

  /// The vault's own text, or the other's where it has none; another one than its own becomes a field.
  private mutating func taken(_ theirs: String, over own: String, as name: String) -> String {
    if own.isEmpty { return set(theirs) ?? "" }
    if !theirs.isEmpty, theirs != own {
      take(RecordAnnotations.Field(name: name, isHidden: false, value: SharedSecret(copying: theirs.utf8)))
    }
    return own
  }

  /// As ``taken(_:over:as:)``, of names, which are one however they are written.
  private mutating func name(_ theirs: String, over own: String, as name: String) -> String {
    theirs.lowercased() == own.lowercased() ? own : taken(theirs, over: own, as: name)
  }

  /// The other's name; the vault's own becomes a field.
  private mutating func replaced(_ own: String, by theirs: String, as name: String) -> String {
    let new = self.name(own, over: theirs, as: name)
    if new != own { hasChanged = true }
    return new
  }

  private func nonempty(_ text: String) -> String? { text.isEmpty ? nil : text }

  private mutating func set(_ value: String) -> String? {
    if value.isEmpty { return nil }
    hasChanged = true
    return value
  }

  private mutating func set<Value>(_ value: Value?) -> Value? {
    if value != nil { hasChanged = true }
    return value
  }

  private mutating func union(_ own: [ServiceIdentifier], _ theirs: [ServiceIdentifier]) -> [ServiceIdentifier] {
    let new = theirs.filter { their in !own.contains { $0.names(their) || $0.covers(their) } }
    if !new.isEmpty { hasChanged = true }
    return own + new
  }

  private mutating func union(_ own: [PersonRecord.Labelled], _ theirs: [PersonRecord.Labelled]) -> [PersonRecord.Labelled] {
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

extension ServiceIdentifier {
  /// Whether another says nothing that this one does not: the bare address of the same host.
  fileprivate func covers(_ other: ServiceIdentifier) -> Bool {
    guard rule == .domain, other.rule == .domain, let own = keptAddress?.address, let their = other.keptAddress?.address else {
      return false
    }
    let path = other.text.split(separator: "/", omittingEmptySubsequences: true).count
    return own.host == their.host && (own.scheme == nil || own.scheme == their.scheme) && path <= (other.kind == .url ? 2 : 1)
  }
}
