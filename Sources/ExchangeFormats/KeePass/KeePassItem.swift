// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory
import WebDomains

/// Converts an entry of a KDBX document into an item for a vault.
struct KeePassItem {
  private(set) var item = ExchangedItem(title: "")
  private(set) var findings: [ImportFinding] = []
  /// The entry that this one belongs to, if our own writer split an item.
  private(set) var owner: [UInt8]?

  private let index: Int
  private(set) var entry: KeePassEntry
  private let files: (KeePassEntry.Attachment.Content) -> SharedSecret?
  // The names of the texts that already have a place.
  private var used: Set<String> = []

  init(_ index: Int, _ entry: KeePassEntry, files: @escaping (KeePassEntry.Attachment.Content) -> SharedSecret?) {
    self.index = index
    self.entry = entry
    self.files = files
  }

  mutating func make(_ references: inout KeePassReferences, _ folders: KeePassFolders) {
    item.title = entry.string(KeePassNames.title)
    resolve(&references)
    item.title = entry.string(KeePassNames.title)
    used.formUnion([KeePassNames.title, KeePassNames.user, KeePassNames.password, KeePassNames.notes])
    (item.created, item.modified) = (entry.created, entry.modified)
    takePlace(folders)
    let history = KeePassHistory(entry)
    var codes = takeCodes(history)
    let passkeys = takePasskeys()
    let services = takeServices()
    if let login = login(services, &codes, passkeys, history) { item.parts.append(.login(login)) }
    item.parts += codes.map { .oneTimeCode($0) } + passkeys.map { .passkey($0) }
    takeOwnParts(history)
    takeNotes(history)
    takeAttachments()
    takeFields()
    for path in entry.unknown + entry.history.flatMap(\.unknown) { tell(.unknownMember, path, .leftOut) }
    for path in entry.malformed + entry.history.flatMap(\.malformed).map({ "History.Entry." + $0 }) {
      tell(.malformedValue, path, .leftOut)
    }
    if history.hasMore(than: entry, used: formerNames(history), files) { tell(.noPlace, "History", .keptInPart) }
  }

  private mutating func tell(_ reason: ImportFinding.Reason, _ path: String, _ outcome: ImportFinding.Outcome) {
    findings.append(ImportFinding(reason, at: ImportFinding.Place(entry: index, title: item.title, path: path), outcome: outcome))
  }

  /// Keeps a value as a field and reports it.
  private mutating func keep(_ name: String, _ value: SharedSecret, isHidden: Bool, because reason: ImportFinding.Reason, path: String) {
    let kept = item.keep(name, value: value, isHidden: isHidden)
    tell(reason, path, .keptAsField(kept))
  }

  // MARK: References, folders and tags

  private mutating func resolve(_ references: inout KeePassReferences) {
    for place in entry.texts.indices {
      guard let (value, isWhole) = references.resolve(entry.texts[place].value) else { continue }
      entry.texts[place].value = value
      if !isWhole { tell(.referenceMissing, entry.texts[place].name, .keptInPart) }
    }
    for version in entry.history.indices {
      for place in entry.history[version].texts.indices {
        guard let (value, _) = references.resolve(entry.history[version].texts[place].value) else { continue }
        entry.history[version].texts[place].value = value
      }
    }
  }

  private mutating func takePlace(_ folders: KeePassFolders) {
    let (shelf, path, inherited) = folders.place(of: entry)
    item.shelf = shelf == .inUse && lines(KeePassNames.shelf) == [["archive"]] ? .archive : shelf
    item.folders = (path.isEmpty ? [] : [path]) + lines(KeePassNames.folders)
    let tags = (inherited + KeePassFolders.tags(entry.tags)).filter { $0 != KeePassNames.favouriteTag }
    for tag in tags + lines(KeePassNames.tags).compactMap(\.first) { item.annotations.add(tag: tag) }
    item.annotations.isFavourite = KeePassFolders.tags(entry.tags).contains(KeePassNames.favouriteTag)
    if let text = entry.value(KeePassNames.partOf) {
      used.insert(KeePassNames.partOf)
      owner = text.withBytes { HexText.decode($0) }?.withBytes { Array($0) }
    }
  }

  /// Returns a list written by our own writer.
  private mutating func lines(_ name: String) -> [[String]] {
    used.insert(name)
    return entry.value(name).map { KeePassLines.decode($0.string) } ?? []
  }

  // MARK: Logins, codes and passkeys

  private mutating func takeCodes(_ history: KeePassHistory) -> [ExchangedCode] {
    let found = history.presentCodes
    used.formUnion(found.used)
    for name in found.unsupported {
      guard let value = entry.value(name) else { continue }
      used.insert(name)
      keep(name, value, isHidden: true, because: .unsupportedCode, path: name)
    }
    var codes = found.codes
    guard !codes.isEmpty else {
      if let (name, value) = history.lostCode { keep(name, value, isHidden: true, because: .noPlace, path: "History") }
      return []
    }
    codes[0].history = history.codes
    codes[0].added = lines(KeePassNames.codeAdded).first?.first.flatMap(DateText.iso8601)
    codes[0].pendingSince = lines(KeePassNames.codePending).first?.first.flatMap(DateText.iso8601)
    codes[0].services = lines(KeePassNames.codeServices).compactMap(Self.service)
    // KeePassXC writes "none" for an entry without a user name.
    if codes[0].account == "none", entry.string(KeePassNames.user).isEmpty { codes[0].account = "" }
    return codes
  }

  private mutating func takePasskeys() -> [ExchangedPasskey] {
    let found = KeePassPasskeys(entry)
    used.formUnion(found.used)
    for (names, reason) in found.refused {
      for name in names {
        guard let value = entry.value(name), used.insert(name).inserted else { continue }
        keep(name, value, isHidden: true, because: reason, path: name)
      }
    }
    if let path = found.counting { tell(.countingPasskey, path, .keptInPart) }
    return found.passkeys
  }

  private mutating func login(
    _ services: [ServiceIdentifier], _ codes: inout [ExchangedCode], _ passkeys: [ExchangedPasskey], _ history: KeePassHistory
  ) -> ExchangedLogin? {
    let user = entry.string(KeePassNames.user)
    let login = ExchangedLogin(services: services, user: user, password: entry.value(KeePassNames.password), history: history.passwords)
    if lines(KeePassNames.login) != [] || login.password != nil || !login.history.isEmpty { return login }
    // 1. An entry only for codes: the address and the user are those of the codes.
    if !codes.isEmpty {
      guard user.isEmpty || codes[0].account.isEmpty || codes[0].account == user else { return login }
      if codes[0].account.isEmpty { codes[0].account = user }
      if codes[0].services.isEmpty { codes[0].services = services }
      return nil
    }
    // 2. An entry only for a passkey adds nothing to the passkey.
    if let passkey = passkeys.first {
      let isTold = user.isEmpty || user == passkey.userName
      return isTold && services.allSatisfy { Self.isBareOrigin($0, of: passkey.relyingPartyID) } ? nil : login
    }
    return user.isEmpty && services.isEmpty ? nil : login
  }

  private static func isBareOrigin(_ service: ServiceIdentifier, of domain: String) -> Bool {
    guard service.rule == .domain, let host = service.keptAddress?.address.host.domainName else { return false }
    let bare = service.text.hasSuffix("/") ? String(service.text.dropLast()) : service.text
    return (host == domain || host.hasSuffix("." + domain)) && ["https://" + host, host].contains(bare.lowercased())
  }

  // MARK: Addresses

  private mutating func takeServices() -> [ServiceIdentifier] {
    var services: [ServiceIdentifier] = []
    for (name, text) in addresses {
      used.insert(name)
      // KeePassXC: a quoted address applies only to that page.
      let isQuoted = text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
      let bare = isQuoted ? String(text.dropFirst().dropLast()) : text
      let taken = ServiceText.taken(bare, rule: isQuoted ? .exact : .domain)
      if let service = taken.service {
        services.append(service)
        if isQuoted { tell(.noPlace, name, .keptInPart) }
      }
      if taken.isKept, let value = entry.value(name) {
        keep(name, value, isHidden: taken.hasPassword, because: taken.reason, path: name)
      }
    }
    let own = lines(KeePassNames.services).compactMap(Self.service)
    guard !own.isEmpty else { return services }
    // Another program's later additions and removals count as well.
    let texts = Set(services.map(KeePassAddress.text))
    let kept = own.filter { !KeePassAddress.isWritten($0) || texts.contains(KeePassAddress.text($0)) }
    let known = Set(own.map(KeePassAddress.text))
    return kept + services.filter { !known.contains(KeePassAddress.text($0)) }
  }

  /// The addresses in order: the entry's own, the further ones and the applications by their numbers.
  private var addresses: [(name: String, text: String)] {
    func numbered(_ base: String) -> [String] {
      entry.texts.compactMap { text in KeePassNames.number(of: text.name, in: base).map { ($0, text.name) } }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
    }
    let pages = ([KeePassNames.address] + numbered(KeePassNames.furtherAddress)).map { ($0, entry.string($0)) }
    let applications = numbered(KeePassNames.application).map { name in
      let text = entry.string(name)
      return (name, text.isEmpty || text.contains("://") ? text : KeePassAddress.appScheme + text)
    }
    return (pages + applications).map { ($0, $1.trimmingSpace) }.filter { !$0.1.isEmpty }
  }

  private static func service(_ line: [String]) -> ServiceIdentifier? {
    guard line.count == 3, let kind = ServiceIdentifier.Kind(rawValue: line[0]), let rule = MatchRule(rawValue: line[1]) else { return nil }
    return ServiceIdentifier(kind: kind, text: line[2], rule: rule)
  }

  // MARK: Notes, cards and persons

  private mutating func takeOwnParts(_ history: KeePassHistory) {
    if let text = entry.value(KeePassNames.note) {
      used.insert(KeePassNames.note)
      item.parts.append(.note(ExchangedNote(text: text, history: history.texts(KeePassNames.note))))
    }
    if let (card, names) = KeePassOwnParts.card(entry) {
      used.formUnion(names)
      item.parts.append(.card(card))
    }
    if let (person, names) = KeePassOwnParts.person(entry) {
      used.formUnion(names)
      item.parts.append(.person(person))
    }
  }

  private mutating func takeNotes(_ history: KeePassHistory) {
    used.insert(KeePassNames.remark)
    guard let notes = entry.value(KeePassNames.notes) else { return }
    if item.parts.isEmpty, entry.value(KeePassNames.remark) == nil {
      item.parts = [.note(ExchangedNote(text: notes, history: history.texts(KeePassNames.notes)))]
    } else {
      item.annotations.note = notes
    }
  }

  // MARK: Fields and files

  private mutating func takeFields() {
    var seen: Set<String> = []
    for text in entry.texts where text.value.byteCount > 0 {
      // A second value under an already used name is kept as a field.
      if seen.insert(text.name).inserted, used.contains(text.name) { continue }
      let isOwn = text.name.hasPrefix(KeePassNames.field)
      item.keep(isOwn ? String(text.name.dropFirst(KeePassNames.field.count)) : text.name, value: text.value, isHidden: text.isProtected)
    }
    for extra in entry.extras { keep(extra.name, extra.value, isHidden: extra.isProtected, because: .noPlace, path: extra.name) }
    if entry.expires, let expiry = entry.expiry {
      keep("Expires", SharedSecret(copying: expiry.formatted(.iso8601).utf8), isHidden: false, because: .noPlace, path: "Times.ExpiryTime")
    }
  }

  private mutating func takeAttachments() {
    let kept = lines(KeePassNames.attachments)
    for attachment in entry.attachments {
      guard let content = files(attachment.content) else {
        tell(.attachmentMissing, "Binary[\(attachment.name)]", .leftOut)
        continue
      }
      let known = kept.first { $0.first == attachment.name }
      func part(_ place: Int) -> String? { known.flatMap { $0.count > place && !$0[place].isEmpty ? $0[place] : nil } }
      item.attachments.append(
        ExchangedAttachment(name: attachment.name, mediaType: part(1), added: part(2).flatMap(DateText.iso8601), content: content))
    }
  }

  /// Returns the names whose old values have a place.
  private func formerNames(_ history: KeePassHistory) -> Set<String> {
    var names = history.presentCodes.used.union([KeePassNames.password])
    let hasNote = item.parts.contains { if case .note = $0 { true } else { false } }
    if hasNote { names.formUnion([KeePassNames.notes, KeePassNames.note]) }
    return names
  }
}
