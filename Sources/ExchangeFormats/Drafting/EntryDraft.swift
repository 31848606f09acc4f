// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory
import WebDomains

/// An entry being read: the resulting item and its findings.
struct EntryDraft {
  /// The maximum number of addresses in a record; others are kept as fields, because each is compared with all before it.
  private static let mostServices = 1000

  /// The number of the entry in the file, starting at 0.
  let number: Int
  /// Title, annotations, folders, files, dates and shelf; the parts are added last, when the entry is complete.
  var item: ExchangedItem
  /// The sign-in data.
  var login = ExchangedLogin()
  /// Whether the source calls the entry a login, even if it is empty.
  var isLogin = false
  var codes: [ExchangedCode] = []
  var passkeys: [ExchangedPasskey] = []
  /// The other parts, in the order of the source.
  var others: [ExchangedPart] = []
  private(set) var findings: [ImportFinding] = []

  init(number: Int, title: String) {
    self.number = number
    item = ExchangedItem(title: title)
  }

  func place(_ path: String) -> ImportFinding.Place { ImportFinding.Place(entry: number, title: item.title, path: path) }

  mutating func tell(_ reason: ImportFinding.Reason, _ path: String, _ outcome: ImportFinding.Outcome) {
    findings.append(ImportFinding(reason, at: place(path), outcome: outcome))
  }

  /// Keeps a value as a separate field; if there is a reason, it is reported.
  mutating func keep(
    _ name: String, _ value: SharedSecret?, isHidden: Bool = false, because reason: ImportFinding.Reason? = nil, at path: String = ""
  ) {
    guard let value, value.byteCount > 0 else { return }
    let kept = item.keep(name, value: value, isHidden: isHidden)
    if let reason { tell(reason, path.isEmpty ? name : path, .keptAsField(kept)) }
  }

  /// Keeps a non-secret value as a separate field; if there is a reason, it is reported.
  mutating func keep(
    _ name: String, text: String?, isHidden: Bool = false, because reason: ImportFinding.Reason? = nil, at path: String = ""
  ) {
    guard let text, !text.isEmpty else { return }
    keep(name, SharedSecret(copying: Array(text.utf8)), isHidden: isHidden, because: reason, at: path)
  }

  /// Returns the value of a flag; a text that is neither yes nor no is kept as a field.
  mutating func flag(_ text: String?, at name: String) -> Bool {
    guard let text else { return false }
    if let flag = FlagText.value(text) { return flag }
    keep(name, text: text, because: .malformedValue)
    return false
  }

  /// Adds an address to the login; if it cannot be matched to a page or an application, it is kept as a field.
  mutating func add(address: String?, named name: String = "URL", rule: MatchRule = .domain, at path: String) {
    let text = (address ?? "").trimmingSpace
    guard !text.isEmpty else { return }
    let taken = ServiceText.taken(text, rule: rule)
    if taken.isKept { keep(name, text: text, isHidden: taken.hasPassword, because: taken.reason, at: path) }
    guard let service = taken.service else { return }
    guard login.services.count < Self.mostServices else { return keep(name, text: text, because: .tooLarge, at: path) }
    if !login.services.contains(where: { $0.names(service) }) { login.services.append(service) }
  }

  /// Adds the addresses in one table cell.
  mutating func add(addresses list: String?, at path: String) {
    for address in AddressList.parts(of: list ?? "") { add(address: address, at: path) }
  }

  /// Adds a code generator; a text that is not one is kept as a hidden field.
  mutating func add(code: SharedSecret?, named name: String, at path: String) {
    guard let code, code.byteCount > 0 else { return }
    if var made = CodeText.code(code) {
      // Only the user's own name for a code is kept; otherwise issuer and account identify it.
      if !Self.isUsualCodeName(name) { made.name = name }
      codes.append(made)
    } else {
      keep(name, code, isHidden: true, because: .unsupportedCode, at: path)
    }
  }

  // The names that programs give to a code that the user has not named.
  private static let codeNames: Set<String> = [
    "", "one-time code", "one-time password", "totp", "otp", "2fa", "one time password", "verification code", "authenticator key",
    "totp key",
  ]

  /// Whether a code's name was given by a program rather than by the user.
  static func isUsualCodeName(_ name: String) -> Bool {
    // The section with the code precedes its own name.
    let own = name.components(separatedBy: ": ").last ?? ""
    return codeNames.contains(own.lowercased().filter { $0 != "$" })
  }

  /// Adds a note as a remark on the entry.
  mutating func add(note: SharedSecret?) {
    guard let note, note.byteCount > 0 else { return }
    if item.annotations.note == nil { item.annotations.note = note } else { keep("Note", note) }
  }

  /// Keeps the remaining members of an object: unknown ones and malformed ones.
  mutating func keepRest(of members: JSONMembers, at path: String = "") {
    for (name, value, reason) in members.rest() {
      let place = path.isEmpty ? name : "\(path).\(name)"
      guard let copy = JSONCopy.secret(of: value, in: members.bytes) else {
        tell(.tooLarge, place, .leftOut)
        continue
      }
      keep(name, copy, isHidden: true, because: reason, at: place)
    }
  }

  /// Keeps addresses with the rule `never` as fields if they would keep the login off its own addresses.
  mutating func settleAddresses() {
    let (services, excluded) = KeptAwayAddresses.apart(login.services)
    guard !excluded.isEmpty else { return }
    login.services = services
    for service in excluded { keep("URL", text: service.text, because: .noPlace) }
  }

  /// Returns the item with its parts: login, codes, passkeys, then the others.
  func finished() -> ExchangedItem {
    var item = item
    let hasLogin = isLogin || !login.user.isEmpty || login.password != nil || !login.services.isEmpty || !login.history.isEmpty
    item.parts = (hasLogin ? [.login(login)] : []) + codes.map(ExchangedPart.oneTimeCode) + passkeys.map(ExchangedPart.passkey)
    item.parts += others.map { if case .person(let person) = $0 { .person(person.labelledApart) } else { $0 } }
    return item
  }
}

extension ImportedCollection {
  /// Adds an entry that became an item.
  mutating func add(_ draft: EntryDraft) {
    var draft = draft
    draft.settleAddresses()
    items.append(draft.finished())
    findings += draft.findings
    readCount += 1
  }

  /// Counts an entry that becomes no item, and reports the reason.
  mutating func passOver(_ number: Int, title: String = "", path: String = "", because reason: ImportFinding.Reason) {
    findings.append(ImportFinding(reason, at: ImportFinding.Place(entry: number, title: title, path: path), outcome: .leftOut))
    readCount += 1
  }
}
