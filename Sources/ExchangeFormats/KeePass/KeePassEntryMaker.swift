// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import OneTimeCodes
import SecretMemory
import WebDomains

/// Converts an item into entries of a KDBX document.
struct KeePassEntryMaker {
  /// The parts that one entry can hold: one of each kind.
  struct Bundle {
    var login: ExchangedLogin?
    var code: ExchangedCode?
    var passkey: ExchangedPasskey?
    var note: ExchangedNote?
    var card: ExchangedCard?
    var person: ExchangedPerson?

    /// Adds a part if its place is empty.
    mutating func take(_ part: ExchangedPart) -> Bool {
      switch part {
      case .login(let value) where login == nil: login = value
      case .oneTimeCode(let value) where code == nil: code = value
      case .passkey(let value) where passkey == nil: passkey = value
      case .note(let value) where note == nil: note = value
      case .card(let value) where card == nil: card = value
      case .person(let value) where person == nil: person = value
      default: return false
      }
      return true
    }

    /// Whether a note's text is the only part.
    var isNoteAlone: Bool { note != nil && login == nil && code == nil && passkey == nil && card == nil && person == nil }
  }

  private(set) var findings: [ImportFinding] = []
  private let item: ExchangedItem
  private let index: Int

  init(_ item: ExchangedItem, _ index: Int) {
    self.item = item
    self.index = index
  }

  /// Distributes the parts among as few entries as possible, but at least one.
  static func bundles(_ parts: [ExchangedPart]) -> [Bundle] {
    var (bundles, rest) = ([Bundle](), parts)
    repeat {
      var bundle = Bundle()
      rest = rest.filter { !bundle.take($0) }
      bundles.append(bundle)
    } while !rest.isEmpty
    return bundles
  }

  /// Returns an entry with its history.
  ///
  /// - Parameter owner: The item's first entry; nil for that entry itself.
  mutating func entry(_ bundle: Bundle, _ identifier: [UInt8], group: Int, owner: [UInt8]?) -> KeePassEntry {
    var entry = KeePassEntry(group: group, identifier: identifier)
    let plain = item.annotations.tags.filter(Self.isPlainTag)
    entry.tags = (plain + (item.annotations.isFavourite ? [KeePassNames.favouriteTag] : [])).joined(separator: ";")
    var common: [KeePassEntry.Text] = []
    if let owner {
      common.append(text(KeePassNames.partOf, EncodedBytes.hexadecimalText(owner).uppercased()))
    } else {
      common = additions(bundle)
      entry.attachments = attachments()
    }
    let versions = KeePassTimeline(bundle, created: item.created, modified: item.modified)
    (entry.created, entry.modified) = (item.created, versions.modified)
    entry.texts = texts(bundle, isFormer: false) + common
    entry.history = versions.former.map { version in
      var former = entry
      former.modified = version.since
      former.texts = texts(version.bundle, isFormer: true) + common
      return former
    }
    return entry
  }

  private mutating func tell(_ reason: ImportFinding.Reason, _ path: String, _ outcome: ImportFinding.Outcome) {
    findings.append(ImportFinding(reason, at: ImportFinding.Place(entry: index, title: item.title, path: path), outcome: outcome))
  }

  // MARK: Texts

  private func text(_ name: String, _ value: SharedSecret, isHidden: Bool = false) -> KeePassEntry.Text {
    // Text that is impossible in XML is written as a protected value, which uses Base64.
    KeePassEntry.Text(name: name, value: value, isProtected: isHidden || !KeePassText.isLegal(value))
  }

  private func text(_ name: String, _ value: String, isHidden: Bool = false) -> KeePassEntry.Text {
    text(name, SharedSecret(copying: value.utf8), isHidden: isHidden)
  }

  /// Returns the values for the parts of an entry.
  private mutating func texts(_ bundle: Bundle, isFormer: Bool) -> [KeePassEntry.Text] {
    let services = bundle.login?.services ?? bundle.code?.services ?? []
    var addresses = services.filter(KeePassAddress.isWritten).map(KeePassAddress.text)
    if bundle.login == nil, bundle.code == nil, let passkey = bundle.passkey { addresses = ["https://" + passkey.relyingPartyID] }
    let none = SharedSecret(copying: [])
    let notes = bundle.isNoteAlone && item.annotations.note == nil ? bundle.note?.text : item.annotations.note
    var texts = [
      text(KeePassNames.title, item.title),
      text(KeePassNames.user, bundle.login?.user ?? bundle.code?.account ?? bundle.passkey?.userName ?? ""),
      text(KeePassNames.password, bundle.login?.password ?? none, isHidden: true), text(KeePassNames.address, addresses.first ?? ""),
      text(KeePassNames.notes, notes ?? none),
    ]
    for (number, address) in addresses.dropFirst().enumerated() {
      texts.append(text(KeePassNames.furtherAddress + (number == 0 ? "" : "_\(number)"), address))
    }
    if !services.allSatisfy(KeePassAddress.isWhole) { texts.append(lines(KeePassNames.services, services.map(Self.line))) }
    if let login = bundle.login, (login.password?.byteCount ?? 0) == 0, login.history.isEmpty,
      bundle.code != nil || bundle.passkey != nil || login.user.isEmpty && login.services.isEmpty
    {
      texts.append(text(KeePassNames.login, "1"))
    }
    if let code = bundle.code { texts += self.texts(of: code, isOfLogin: bundle.login != nil, isFormer: isFormer) }
    if let passkey = bundle.passkey { texts += self.texts(of: passkey, isFormer: isFormer) }
    if let note = bundle.note, !(bundle.isNoteAlone && item.annotations.note == nil) { texts.append(text(KeePassNames.note, note.text)) }
    if let card = bundle.card { texts += self.texts(of: card) }
    if let person = bundle.person { texts += self.texts(of: person) }
    return texts
  }

  private static func line(_ service: ServiceIdentifier) -> [String] { [service.kind.rawValue, service.rule.rawValue, service.text] }

  private func lines(_ name: String, _ lines: [[String]]) -> KeePassEntry.Text { text(name, KeePassLines.encode(lines)) }

  private func date(_ date: Date) -> String { date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }

  // MARK: Codes and passkeys

  private mutating func texts(of code: ExchangedCode, isOfLogin: Bool, isFormer: Bool) -> [KeePassEntry.Text] {
    var texts: [KeePassEntry.Text] = []
    let setup = SetupURL(label: code.issuer, account: code.account, issuer: code.issuer, parameters: code.parameters)
    var link = try? SharedSecret(setup.formatted())
    if link == nil {
      // A link cannot hold this name.
      link = try? SharedSecret(SetupURL(label: nil, account: "", issuer: nil, parameters: code.parameters).formatted())
      if !isFormer { tell(.noPlace, "issuer", .keptInPart) }
    }
    if case .counterBased(let counter) = code.parameters.form {
      if let link { texts.append(text(KeePassNames.counterCode, link, isHidden: true)) }
      // KeePass supports counter-based codes only with SHA-1 and six digits.
      if code.parameters.algorithm == .sha1, code.parameters.digits == 6 {
        let secret = SharedSecret(code.parameters.secret.withBytes { Base32.encode($0) })
        texts += [text("HmacOtp-Secret-Base32", secret, isHidden: true), text("HmacOtp-Counter", String(counter))]
      }
    } else if let link {
      texts.append(text(KeePassNames.code, link, isHidden: true))
    }
    if isOfLogin, !code.services.isEmpty { texts.append(lines(KeePassNames.codeServices, code.services.map(Self.line))) }
    if let added = code.added { texts.append(text(KeePassNames.codeAdded, date(added))) }
    if let since = code.pendingSince { texts.append(text(KeePassNames.codePending, date(since))) }
    return texts
  }

  private mutating func texts(of passkey: ExchangedPasskey, isFormer: Bool) -> [KeePassEntry.Text] {
    guard let key = PasskeyKey(algorithm: passkey.algorithm, secret: passkey.privateKey).pkcs8 else {
      if !isFormer { tell(.unsupportedKey, "passkey", .leftOut) }
      return []
    }
    func name(_ name: String) -> String { KeePassNames.passkeyPrefix + name }
    func own(_ name: String) -> String { KeePassNames.passkey + name }
    var texts = [
      text(name("USERNAME"), passkey.userName),
      text(name("CREDENTIAL_ID"), Base64Text.urlText(of: SharedSecret(copying: passkey.credentialID)), isHidden: true),
      text(name("PRIVATE_KEY_PEM"), PEMText.privateKey(key), isHidden: true), text(name("RELYING_PARTY"), passkey.relyingPartyID),
      text(name("USER_HANDLE"), Base64Text.urlText(of: SharedSecret(copying: passkey.userHandle)), isHidden: true),
    ]
    if let eligible = passkey.backupEligible { texts.append(text(name("FLAG_BE"), eligible ? "1" : "0")) }
    if let state = passkey.backupState { texts.append(text(name("FLAG_BS"), state ? "1" : "0")) }
    if let party = passkey.relyingPartyName { texts.append(text(own("RELYING_PARTY_NAME"), party)) }
    if passkey.displayName.isEmpty, !passkey.userName.isEmpty { texts.append(text(own("NO_DISPLAY_NAME"), "1")) }
    if !passkey.displayName.isEmpty, passkey.displayName != passkey.userName {
      texts.append(text(own("DISPLAY_NAME"), passkey.displayName))
    }
    if passkey.signatureCount > 0 { texts.append(text(own("SIGNATURE_COUNT"), String(passkey.signatureCount))) }
    if passkey.protection != 1 { texts.append(text(own("PROTECTION"), String(passkey.protection))) }
    if let created = passkey.created { texts.append(text(own("CREATED"), date(created))) }
    if let keys = passkey.pseudoRandomFunction {
      texts.append(text(name("PRF"), Base64Text.text(of: keys.withUserVerification), isHidden: true))
      texts.append(text(own("PRF_WITHOUT_VERIFICATION"), Base64Text.text(of: keys.withoutUserVerification), isHidden: true))
    }
    if let blob = passkey.largeBlob { texts.append(text(own("LARGE_BLOB"), Base64Text.text(of: blob), isHidden: true)) }
    return texts
  }

  // MARK: Cards and persons

  private func texts(of card: ExchangedCard) -> [KeePassEntry.Text] {
    func name(_ name: String) -> String { KeePassNames.card + name }
    var texts: [KeePassEntry.Text] = []
    if !card.holder.isEmpty { texts.append(text(name("HOLDER"), card.holder)) }
    if !card.bank.isEmpty { texts.append(text(name("BANK"), card.bank)) }
    if let number = card.number { texts.append(text(name("NUMBER"), number, isHidden: true)) }
    if let code = card.securityCode { texts.append(text(name("SECURITY_CODE"), code, isHidden: true)) }
    if let pin = card.pin { texts.append(text(name("PIN"), pin, isHidden: true)) }
    if let month = card.expires { texts.append(text(name("EXPIRES"), month.description)) }
    if let month = card.validFrom { texts.append(text(name("VALID_FROM"), month.description)) }
    if texts.isEmpty { texts.append(text(name("EMPTY"), "1")) }
    return texts
  }

  private func texts(of person: ExchangedPerson) -> [KeePassEntry.Text] {
    func name(_ name: String) -> String { KeePassNames.person + name }
    var texts: [KeePassEntry.Text] = []
    for (key, value) in [("GIVEN_NAME", person.givenName), ("FAMILY_NAME", person.familyName), ("ORGANISATION", person.organisation)] {
      if !value.isEmpty { texts.append(text(name(key), value)) }
    }
    if let day = person.birthday { texts.append(text(name("BIRTHDAY"), day.description)) }
    for (key, list) in [("EMAILS", person.emails), ("PHONES", person.phones), ("ADDRESSES", person.addresses)] {
      if !list.isEmpty { texts.append(lines(name(key), list.map { [$0.label, $0.text] })) }
    }
    if !person.documents.isEmpty { texts.append(lines(name("DOCUMENTS"), person.documents.map { [$0.label] })) }
    for (index, document) in person.documents.enumerated() {
      texts.append(text(name("DOCUMENT_\(index + 1)"), document.number, isHidden: true))
    }
    if texts.isEmpty { texts.append(text(name("EMPTY"), "1")) }
    return texts
  }

  // MARK: The user's additions

  private static func isPlainTag(_ tag: String) -> Bool {
    KeePassFolders.tags(tag) == [tag] && tag != KeePassNames.favouriteTag && KeePassText.isLegal(tag)
  }

  private mutating func additions(_ bundle: Bundle) -> [KeePassEntry.Text] {
    var texts: [KeePassEntry.Text] = []
    for field in item.annotations.fields {
      let legal = KeePassText.legal(field.name)
      if legal != field.name { tell(.noPlace, "fields", .keptInPart) }
      // KeePass treats an empty value as missing.
      guard field.value.byteCount > 0 else {
        tell(.noPlace, "fields[\(legal)]", .leftOut)
        continue
      }
      let hasMeaning = Self.hasMeaning(legal) || KeePassCodes.isLink(field.value)
      texts.append(text(hasMeaning ? KeePassNames.field + legal : legal, field.value, isHidden: field.isHidden))
      if !field.isHidden, !KeePassText.isLegal(field.value) { tell(.noPlace, "fields[\(legal)].isHidden", .keptInPart) }
    }
    if item.parts.isEmpty, item.annotations.note != nil { texts.append(text(KeePassNames.remark, "1")) }
    let tags = item.annotations.tags.filter { !Self.isPlainTag($0) }
    if !tags.isEmpty { texts.append(lines(KeePassNames.tags, tags.map { [$0] })) }
    if item.folders.count > 1 { texts.append(lines(KeePassNames.folders, Array(item.folders.dropFirst()))) }
    if item.shelf == .archive { texts.append(text(KeePassNames.shelf, "archive")) }
    if let folder = item.folders.first, !folder.allSatisfy(KeePassText.isLegal) { tell(.noPlace, "folder", .keptInPart) }
    let files = zip(attachmentNames, item.attachments).filter { $1.mediaType != nil || $1.added != nil }
    if !files.isEmpty {
      texts.append(lines(KeePassNames.attachments, files.map { [$0, $1.mediaType ?? "", $1.added.map(date) ?? ""] }))
    }
    return texts
  }

  /// Whether KeePass programs or our own reader interpret a name as anything but a field.
  private static func hasMeaning(_ name: String) -> Bool {
    KeePassNames.standard.contains(name) || KeePassCodes.isLoose(name) || name.isEmpty
      || [KeePassNames.furtherAddress, KeePassNames.application].contains { KeePassNames.number(of: name, in: $0) != nil }
      || [KeePassNames.own, KeePassNames.passkeyPrefix, "KPXC_PASSKEY_", "TimeOtp-", "HmacOtp-", "TOTP S"].contains(where: name.hasPrefix)
  }

  /// The unique names of the files.
  private var attachmentNames: [String] {
    var taken: Set<String> = []
    return item.attachments.map { attachment in
      let wanted = KeePassText.legal(attachment.name)
      var (name, number) = (wanted, 1)
      while !taken.insert(name).inserted {
        number += 1
        name = "\(number) \(wanted)"
      }
      return name
    }
  }

  private mutating func attachments() -> [KeePassEntry.Attachment] {
    zip(attachmentNames, item.attachments).map { name, attachment in
      if name != attachment.name { tell(.noPlace, "attachments[\(name)]", .keptInPart) }
      return KeePassEntry.Attachment(name: name, content: .here(attachment.content))
    }
  }
}
