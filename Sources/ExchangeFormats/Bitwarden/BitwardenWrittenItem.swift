// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import OneTimeCodes
import SecretMemory

import class SecretMemory.SharedSecret

/// An item of a Bitwarden export to be written; an entry with parts of several kinds becomes several items.
struct BitwardenWrittenItem {
  /// The contents of an item.
  enum Content {
    case login(ExchangedLogin?, code: SharedSecret?, passkeys: [ExchangedPasskey])
    case note
    case card(ExchangedCard)
    case person(ExchangedPerson)
  }

  var title: String
  var content: Content
  private var folder: String?
  private var isFavourite = false
  var note: SharedSecret?
  private var fields: [RecordAnnotations.Field] = []
  private var created: Date?
  private var modified: Date?
  private var archived: Date?
  private var trashed: Date?

  /// The number of old passwords that Bitwarden's import takes, the newest ones.
  private static let mostOldPasswords = 5

  private init(_ item: ExchangedItem, _ content: Content, folder: String?, date: Date) {
    (title, self.content, self.folder) = (item.title, content, folder)
    (created, modified) = (item.created, item.modified)
    switch item.shelf {
    case .inUse: break
    case .archive: archived = item.modified ?? date
    case .trash: trashed = item.modified ?? date
    }
  }

  /// Returns the items for an entry; the user's additions go with the first.
  static func items(of item: ExchangedItem, folder: String?, date: Date, _ tale: inout ExportReport) -> [BitwardenWrittenItem] {
    var contents: [(content: Content, note: SharedSecret?)] = []
    var (logins, code, passkeys): ([ExchangedLogin], SharedSecret?, [ExchangedPasskey]) = ([], nil, [])
    for (index, part) in item.parts.enumerated() {
      let path = "parts[\(index)]"
      switch part {
      case .login(let login):
        logins.append(login)
        if login.history.count > mostOldPasswords { tale.tell(path + ".history", .keptInPart) }
      case .oneTimeCode(let generator):
        if code == nil, let text = text(of: generator, user: item.user, path, &tale) {
          code = text
        } else if code != nil {
          tale.keepLink(generator, path)
        }
        tale.tellRest(of: generator, path)
      case .passkey(let passkey): if isWritable(passkey, path, &tale) { passkeys.append(passkey) }
      case .note(let note):
        contents.append((.note, note.text))
        if !note.history.isEmpty { tale.tell(path + ".history", .leftOut) }
      case .card(let card):
        tellRest(of: card, path, &tale)
        contents.append((.card(card), nil))
      case .person(let person):
        tellRest(of: person, path, &tale)
        contents.append((.person(person), nil))
      }
    }
    tellAddresses(of: item, &tale)
    if !logins.isEmpty || code != nil || !passkeys.isEmpty {
      contents.insert((.login(logins.first, code: code, passkeys: passkeys), nil), at: 0)
      contents += logins.dropFirst().map { (.login($0, code: nil, passkeys: []), nil) }
    }
    if contents.isEmpty { contents = [(.note, nil)] }
    if contents.count > 1 { tale.tell("parts", .keptInPart) }
    if !item.annotations.tags.isEmpty { tale.keep("Tags", item.annotations.tags.joined(separator: ", "), "annotations.tags") }
    tale.tellFiles(of: item)
    var items = contents.map { content in
      var written = BitwardenWrittenItem(item, content.content, folder: folder, date: date)
      written.note = content.note
      return written
    }
    items[0].isFavourite = item.annotations.isFavourite
    if let note = item.annotations.note {
      // A note's text and a remark on it share one place.
      if let own = items[0].note {
        tale.keep("Note", note, isHidden: false, "annotations.note")
        items[0].note = own
      } else {
        items[0].note = note
      }
    }
    fit(&items, &tale)
    items[0].fields = fitting(tale.fields, &tale)
    return items
  }

  /// Returns a secure note for a further piece of a long note, in the same folder and on the same shelf.
  func continuation(_ piece: SharedSecret, number: Int, of count: Int) -> BitwardenWrittenItem {
    var next = self
    let suffix = " (\(number)/\(count))"
    let title = title.utf8.count + suffix.utf8.count > BitwardenLimit.name.byteCount ? String(title.prefix(100)) : title
    (next.title, next.content, next.note) = (title + suffix, .note, piece)
    next.isFavourite = false
    return next
  }

  /// Returns the text from which Bitwarden generates codes; nil if it cannot, and the generator is then kept as a field.
  private static func text(of code: ExchangedCode, user: String, _ path: String, _ tale: inout ExportReport) -> SharedSecret? {
    switch code.parameters.form {
    case .timeBased:
      let setup = SetupURL(label: nil, account: code.account, issuer: code.issuer, parameters: code.parameters)
      let bare = SetupURL(label: nil, account: "", issuer: nil, parameters: code.parameters)
      let named = try? SharedSecret(setup.formatted())
      if let named, BitwardenLimit.name.holds(named.byteCount) { return named }
      if let link = try? SharedSecret(bare.formatted()), BitwardenLimit.name.holds(link.byteCount) {
        tale.tell(path, .keptInPart, named == nil ? .malformedValue : .tooLarge)
        return link
      }
    case .steam:
      // A Steam link has no names; those of the login apply.
      if code.issuer != nil || code.account != user { tale.tell(path, .keptInPart) }
      let secret = code.parameters.secret.withBytes { Base32.encode($0) }
      let link = secret.withBytes { SharedSecret(copying: Array("steam://".utf8) + Array($0)) }
      if BitwardenLimit.name.holds(link.byteCount) { return link }
    // Bitwarden would treat the secret as time-based.
    case .counterBased: break
    }
    tale.keepLink(code, path)
    return nil
  }

  private static func isWritable(_ passkey: ExchangedPasskey, _ path: String, _ tale: inout ExportReport) -> Bool {
    if passkey.pseudoRandomFunction != nil { tale.tell(path + ".pseudoRandomFunction", .leftOut) }
    if passkey.largeBlob != nil { tale.tell(path + ".largeBlob", .leftOut) }
    if passkey.protection > 1 { tale.tell(path + ".protection", .leftOut) }
    let key = PasskeyKey(algorithm: passkey.algorithm, secret: passkey.privateKey).pkcs8
    let longest =
      [
        passkey.relyingPartyID, passkey.relyingPartyName ?? "", passkey.userName, passkey.displayName,
      ].map(\.utf8.count).max() ?? 0
    // Base64 lengthens an identifier by a third.
    let isTooLong = !BitwardenLimit.name.holds(max(longest, passkey.credentialID.count * 4 / 3 + 8))
    // Bitwarden signs only with P-256.
    if passkey.algorithm == -7, key != nil, !isTooLong { return true }
    guard let key else {
      tale.tell(path, .leftOut, .unsupportedKey)
      return false
    }
    let reason: ImportFinding.Reason = passkey.algorithm == -7 ? .tooLarge : .unsupportedKey
    for (name, value) in [
      ("key", Base64Text.urlText(of: key)), ("rpId", SharedSecret(copying: passkey.relyingPartyID.utf8)),
      ("credentialId", Base64Text.urlText(of: SharedSecret(copying: passkey.credentialID))),
      ("userHandle", Base64Text.urlText(of: SharedSecret(copying: passkey.userHandle))),
      ("userName", SharedSecret(copying: passkey.userName.utf8)), ("userDisplayName", SharedSecret(copying: passkey.displayName.utf8)),
    ] where value.byteCount > 0 {
      tale.keep("passkey \(name)", value, isHidden: true, "\(path).\(name)", reason)
    }
    return false
  }

  private static func tellAddresses(of item: ExchangedItem, _ tale: inout ExportReport) {
    for (index, part) in item.parts.enumerated() {
      switch part {
      case .login(let login):
        for (number, service) in login.services.enumerated() where !BitwardenAddress(service).isEqual {
          tale.tell("parts[\(index)].services[\(number)].rule", .keptInPart)
        }
      // Bitwarden uses the addresses of the login.
      case .oneTimeCode(let code): if !code.services.isEmpty { tale.tell("parts[\(index)].services", .leftOut) }
      default: break
      }
    }
  }

  // MARK: The file

  func write(to json: inout JSONWriter, id: String) {
    json.object { json in
      json.member("id", id)
      json.name("folderId")
      if let folder { json.text(folder) } else { json.null() }
      json.member("organizationId", nil)
      json.member("collectionIds", nil)
      json.member("name", title)
      json.member("notes", note)
      json.member("type", kind.rawValue)
      json.member("favorite", isFavourite)
      json.member("reprompt", 0)
      json.member("fields", of: fields) { json, field in
        json.object { json in
          json.member("name", field.name)
          json.member("value", field.value)
          json.member("type", field.isHidden ? 1 : 0)
          json.member("linkedId", nil)
        }
      }
      writeHistory(to: &json)
      for (name, date) in [
        ("creationDate", created), ("revisionDate", modified), ("archivedDate", archived), ("deletedDate", trashed),
      ] {
        json.name(name)
        if let date { json.text(Self.text(of: date)) } else { json.null() }
      }
      json.member(kind.member) { json in writeContent(to: &json) }
    }
  }

  private var kind: BitwardenEntry.Kind {
    switch content {
    case .login: .login
    case .note: .secureNote
    case .card: .card
    case .person: .identity
    }
  }

  private func writeHistory(to json: inout JSONWriter) {
    guard case .login(let login?, _, _) = content, !login.history.isEmpty else { return json.member("passwordHistory", nil) }
    // Newest first.
    json.member("passwordHistory", of: login.history.reversed()) { json, old in
      json.object { json in
        json.member("lastUsedDate", Self.text(of: old.retired))
        json.member("password", old.password)
      }
    }
  }

  private func writeContent(to json: inout JSONWriter) {
    switch content {
    case .login(let login, let code, let passkeys): write(login, code, passkeys, to: &json)
    case .note: json.member("type", 0)
    case .card(let card): write(card, to: &json)
    case .person(let person): write(person, to: &json)
    }
  }

  /// Returns a point in time with milliseconds, in JavaScript's format.
  static func text(of date: Date) -> String { date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}

extension ExchangedItem {
  /// The user name of the first login.
  fileprivate var user: String {
    for case .login(let login) in parts { return login.user }
    return ""
  }
}
