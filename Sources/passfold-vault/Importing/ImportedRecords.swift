// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialVault
import FoundationEssentials
import SecretMemory
import WebDomains

/// The records that an entry of a file becomes: one for each of its parts, the first of which gets what a person had added to the entry.
struct ImportedRecords {
  var records: [ImportedRecord] = []
  /// What a record cannot hold as the entry had it.
  private(set) var findings: [ImportFinding] = []

  /// The most former passwords together, in bytes, and what each takes beside its own.
  private static let (longestHistory, eachOfHistory) = (12_288, 80)

  /// The field in which a passkey keeps what its entry was called.
  static let titleField = "Title"

  private let item: ExchangedItem
  private let number: Int
  private let now: Date
  private var told: Set<ImportFinding> = []
  /// The texts of which only a part was kept, and where they belong.
  private var wholes: [(path: String, text: String)] = []
  private var fileNames = UniqueNames()

  /// Takes an entry apart.
  ///
  /// - Parameters:
  ///   - number: The entry's number in the file.
  ///   - makeIdentifier: Gives each record its name.
  init(_ item: ExchangedItem, number: Int, now: Date, makeIdentifier: () -> RecordIdentifier) {
    (self.item, self.number, self.now) = (item, number, now)
    for (index, part) in item.parts.enumerated() {
      guard let record = record(of: part, makeIdentifier(), at: index) else { continue }
      records.append(
        ImportedRecord(
          place: ImportPlace(item: number, part: index), record: record, annotations: RecordAnnotations(), files: [],
          isTrashed: item.shelf == .trash, isTitled: !item.title.isEmpty, hasLoginsAccount: part.isCodeWithoutAccount))
    }
    if records.isEmpty {
      // Nothing but what a person had added: their note is the entry, and their fields go with it.
      let note = NoteRecord(id: makeIdentifier(), title: title(or: "Note"), text: item.annotations.note ?? Self.empty)
      records.append(
        ImportedRecord(
          place: ImportPlace(item: number, part: 0), record: .note(note), annotations: RecordAnnotations(), files: [],
          isTrashed: item.shelf == .trash, isTitled: !item.title.isEmpty))
      addAnnotations(withNote: false)
    } else {
      addAnnotations(withNote: true)
    }
    addCodeNames()
    addFiles()
    moveLongPartsToFiles()
  }

  static let empty = SharedSecret(SecretBytes(byteCount: 0))

  // MARK: Parts

  private mutating func record(of part: ExchangedPart, _ id: RecordIdentifier, at index: Int) -> CredentialRecord? {
    switch part {
    case .login(let login):
      return .password(
        PasswordRecord(
          id: id, services: Self.unique(login.services), title: title(or: login.services.first?.text ?? login.user),
          user: user(login.user, at: "user"), password: login.password ?? Self.empty, history: history(login.history)))
    case .oneTimeCode(let code):
      let services = code.services.isEmpty ? item.loginServices : code.services
      return .oneTimeCode(
        OneTimeCodeRecord(
          id: id, services: Self.unique(services), title: title(or: code.issuer ?? services.first?.text ?? code.account),
          account: user(code.account.isEmpty ? item.loginUser : code.account, at: "account"),
          issuer: code.issuer.map { line($0, at: "issuer") },
          parameters: code.parameters, added: code.added ?? item.created ?? now, history: code.history))
    case .passkey(let key): return passkey(key, id, at: index)
    case .note(let note):
      return .note(NoteRecord(id: id, title: title(or: "Note"), text: note.text, history: history(note.history)))
    case .card(let card):
      return .card(
        CardRecord(
          id: id, title: title(or: "Card"), holder: line(card.holder, at: "holder"), bank: line(card.bank, at: "bank"),
          number: card.number.map(CardNumber.normalized) ?? Self.empty, securityCode: card.securityCode, pin: card.pin,
          expires: card.expires, validFrom: card.validFrom))
    case .person(let person):
      return .identity(
        PersonRecord(
          id: id, title: title(or: "Identity"), givenName: line(person.givenName, at: "givenName"),
          familyName: line(person.familyName, at: "familyName"),
          organisation: line(person.organisation, at: "organisation"), birthday: person.birthday, emails: Self.unique(person.emails),
          phones: Self.unique(person.phones), addresses: Self.unique(person.addresses), documents: Self.unique(person.documents)))
    }
  }

  private mutating func passkey(_ key: ExchangedPasskey, _ id: RecordIdentifier, at index: Int) -> CredentialRecord? {
    let isKey: Bool =
      switch key.algorithm {
      case -7, -8: key.privateKey.byteCount == 32
      case -257: key.privateKey.byteCount > 0
      default: false
      }
    guard isKey, (1...64).contains(key.userHandle.count), (1...1023).contains(key.credentialID.count),
      (try? RelyingPartyID(key.relyingPartyID)) != nil
    else {
      tell(isKey ? .malformedValue : .unsupportedKey, "parts[\(index)]", .leftOut)
      return nil
    }
    if let name = key.relyingPartyName, !name.isEmpty, name != key.relyingPartyID, name != item.title {
      tell(.noPlace, "parts[\(index)].relyingPartyName", .leftOut)
    }
    return .passkey(
      PasskeyRecord(
        id: id, relyingPartyID: key.relyingPartyID, userHandle: key.userHandle, userName: user(key.userName, at: "userName"),
        displayName: line(key.displayName, at: "displayName"), credentialID: key.credentialID, algorithm: key.algorithm,
        privateKey: key.privateKey, backupEligible: key.backupEligible ?? true, backupState: true,
        created: key.created ?? item.created ?? now, protection: (1...3).contains(key.protection) ? key.protection : 1,
        pseudoRandomFunction: key.pseudoRandomFunction, largeBlob: key.largeBlob))
  }

  private mutating func title(or other: String) -> String {
    let own = line(item.title, at: "title")
    return own.isEmpty ? line(other, at: "title") : own
  }

  /// A text on one line; where it is too long for the vault, the whole becomes a field.
  private mutating func line(_ text: String, at path: String) -> String {
    let line = ImportedText.line(text)
    // Spaces around it and line ends are the only other difference.
    if text.utf8.count > ImportedText.longestLine { keep(ImportedText.line(text, atMost: .max), unlessEqualTo: line, at: path) }
    return line
  }

  /// A user name on one line; where it is too long for the vault, the whole becomes a field.
  private mutating func user(_ text: String, at path: String) -> String {
    let user = ImportedText.user(text)
    if text.utf8.count > ImportedText.longestLine { keep(ImportedText.user(text, atMost: .max), unlessEqualTo: user, at: path) }
    return user
  }

  /// A name on one line; where it is too long, the whole becomes a field.
  private mutating func name(_ text: String, atMost limit: Int, at path: String) -> String {
    let name = ImportedText.line(text, atMost: limit)
    if text.utf8.count > limit { keep(ImportedText.line(text, atMost: .max), unlessEqualTo: name, at: path) }
    return name
  }

  /// The names of the fields with the whole texts of which the vault has room for the beginning only.
  private static let fieldsOfWholes = [
    "title": titleField, "user": "User name", "account": "Account", "issuer": "Issuer", "holder": "Holder", "bank": "Bank",
    "givenName": "Given name", "familyName": "Family name", "organisation": "Organisation", "userName": "User name",
    "displayName": "Display name", "tags": "Tag", "fields": "Field name",
  ]

  /// Remembers a text of which only a part was kept, for a field of its own.
  private mutating func keep(_ whole: String, unlessEqualTo part: String, at path: String) {
    guard whole != part, !wholes.contains(where: { $0.path == path && $0.text == whole }) else { return }
    wholes.append((path, whole))
  }

  mutating func tell(_ reason: ImportFinding.Reason, _ path: String, _ outcome: ImportFinding.Outcome) {
    let finding = ImportFinding(reason, at: ImportFinding.Place(entry: number, title: item.title, path: path), outcome: outcome)
    // An entry has one title, however many parts.
    if told.insert(finding).inserted { findings.append(finding) }
  }

  private mutating func history(_ former: [RetiredPassword]) -> [RetiredPassword] {
    var (kept, byteCount): ([RetiredPassword], Int) = ([], 0)
    for password in former.reversed() {
      byteCount += password.password.byteCount + Self.eachOfHistory
      guard byteCount <= Self.longestHistory, kept.count < 100 else {
        tell(.tooLarge, "history", .keptInPart)
        break
      }
      kept.append(password)
    }
    return kept.reversed()
  }

  private mutating func history(_ former: [RetiredText]) -> [RetiredText] {
    var (kept, byteCount): ([RetiredText], Int) = ([], 0)
    for text in former.reversed() {
      byteCount += text.text.byteCount
      guard byteCount <= NoteRecord.mostHistoryBytes, kept.count < NoteRecord.mostHistory else {
        tell(.tooLarge, "history", .keptInPart)
        break
      }
      kept.append(text)
    }
    return kept.reversed()
  }

  private static func unique(_ services: [ServiceIdentifier]) -> [ServiceIdentifier] {
    // The first of those that name one service, whatever their rules.
    var seen: Set<ServiceIdentifier> = []
    return services.filter { seen.insert(ServiceIdentifier(kind: $0.kind, text: $0.text)).inserted }
  }

  private static func unique(_ texts: [PersonRecord.Labelled]) -> [PersonRecord.Labelled] {
    zip(uniqueLabels(texts.map(\.label)), texts).map { PersonRecord.Labelled(label: $0, text: $1.text) }
  }

  private static func unique(_ documents: [PersonRecord.Document]) -> [PersonRecord.Document] {
    zip(uniqueLabels(documents.map(\.label)), documents).map { PersonRecord.Document(label: $0, number: $1.number) }
  }

  private static func uniqueLabels(_ labels: [String]) -> [String] {
    var taken = UniqueNames()
    return labels.map { taken.take(ImportedText.line($0), numbered: ImportedText.numbered) }
  }

  // MARK: What comes with them

  private mutating func addAnnotations(withNote: Bool) {
    var annotations = RecordAnnotations(isFavourite: item.annotations.isFavourite)
    let folders = item.folders.map { $0.joined(separator: "/") }
    let tags = item.annotations.tags + folders + (item.shelf == .archive ? ["Archive"] : [])
    annotations.tags = Set(tags.map { name($0, atMost: ImportedText.longestName, at: "tags") }).filter { !$0.isEmpty }.sorted()
    if withNote { annotations.note = item.annotations.note.flatMap { $0.byteCount > 0 ? $0 : nil } }
    var taken = UniqueNames()
    annotations.fields = item.annotations.fields.filter { $0.value.byteCount > 0 }.map { field in
      let name = self.name(field.name, atMost: ImportedText.longestName - 8, at: "fields")
      return RecordAnnotations.Field(
        name: taken.take(name.isEmpty ? "field" : name, numbered: ImportedText.numbered), isHidden: field.isHidden, value: field.value)
    }
    // A passkey goes by its relying party, and has no title of its own.
    let own = ImportedText.line(item.title, atMost: .max)
    if case .passkey(let passkey) = records[0].record, !own.isEmpty, own.lowercased() != passkey.relyingPartyID {
      let name = taken.take(Self.titleField, numbered: ImportedText.numbered)
      annotations.set(name, to: SharedSecret(copying: own.utf8), isHidden: false)
      tell(.noPlace, "title", .keptAsField(name))
    }
    for (path, text) in wholes {
      let name = taken.take(Self.fieldsOfWholes[path] ?? path, numbered: ImportedText.numbered)
      annotations.set(name, to: SharedSecret(copying: text.utf8), isHidden: false)
      tell(.tooLarge, path, .keptAsField(name))
    }
    records[0].annotations = annotations
  }

  /// A code has no place for a name of its own beside its issuer and its account.
  private mutating func addCodeNames() {
    for index in records.indices {
      guard case .oneTimeCode(let record) = records[index].record, case .oneTimeCode(let code) = item.parts[records[index].place.part],
        let name = code.name.map({ ImportedText.line($0) }), !name.isEmpty, name != record.title
      else { continue }
      var taken = UniqueNames(records[index].annotations.fields.map(\.name))
      let field = taken.take(ExchangedCode.nameField, numbered: ImportedText.numbered)
      records[index].annotations.set(field, to: SharedSecret(copying: name.utf8), isHidden: false)
      tell(.noPlace, "parts[\(records[index].place.part)].name", .keptAsField(field))
    }
  }

  private mutating func addFiles() {
    var total = 0
    for (index, file) in item.attachments.enumerated() {
      total += file.content.byteCount
      guard file.content.byteCount <= RecordAttachment.longest, total <= RecordAttachment.longestOfRecord,
        records[0].files.count < RecordAttachment.most - 8
      else {
        total -= file.content.byteCount
        tell(.tooLarge, "attachments[\(index)]", .leftOut)
        continue
      }
      addFile(file.name, mediaType: file.mediaType, added: file.added, file.content)
    }
  }

  @discardableResult
  mutating func addFile(_ name: String, mediaType: String?, added: Date?, _ content: SharedSecret, to index: Int = 0) -> String {
    let name = fileNames.take(ImportedText.fileName(name), numbered: ImportedText.numbered)
    records[index].files.append(ImportBatch.File(name: name, mediaType: mediaType, added: added, content: content))
    return name
  }
}

extension ExchangedItem {
  /// The services of the entry's login.
  fileprivate var loginServices: [ServiceIdentifier] {
    for case .login(let login) in parts { return login.services }
    return []
  }

  /// The user name of the entry's login.
  fileprivate var loginUser: String {
    for case .login(let login) in parts { return login.user }
    return ""
  }
}

extension ExchangedPart {
  /// Whether it is a code that says nothing of an account.
  fileprivate var isCodeWithoutAccount: Bool {
    if case .oneTimeCode(let code) = self { code.account.isEmpty } else { false }
  }
}
