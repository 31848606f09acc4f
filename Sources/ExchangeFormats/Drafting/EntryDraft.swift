// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory
import WebDomains

/// One entry while it is read: the item that it becomes, and what a person has to know of it.
struct EntryDraft {
  /// More addresses than a record has room for are kept as fields: each is compared with all before it.
  private static let mostServices = 1000

  /// The number of the entry in the file, from 0.
  let number: Int
  /// Title, annotations, folders, files, dates and shelf; its parts come last, when the entry is whole.
  var item: ExchangedItem
  /// What signs in.
  var login = ExchangedLogin()
  /// Whether the source calls the entry a login, also where nothing is kept in it.
  var isLogin = false
  var codes: [ExchangedCode] = []
  var passkeys: [ExchangedPasskey] = []
  /// The parts that are none of these, in the order of the source.
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

  /// Keeps a value as a field of its own; with a reason, that is told.
  mutating func keep(
    _ name: String, _ value: SharedSecret?, isHidden: Bool = false, because reason: ImportFinding.Reason? = nil, at path: String = ""
  ) {
    guard let value, value.byteCount > 0 else { return }
    let kept = item.keep(name, value: value, isHidden: isHidden)
    if let reason { tell(reason, path.isEmpty ? name : path, .keptAsField(kept)) }
  }

  /// Keeps a value that is no secret as a field of its own; with a reason, that is told.
  mutating func keep(
    _ name: String, text: String?, isHidden: Bool = false, because reason: ImportFinding.Reason? = nil, at path: String = ""
  ) {
    guard let text, !text.isEmpty else { return }
    keep(name, SharedSecret(copying: Array(text.utf8)), isHidden: isHidden, because: reason, at: path)
  }

  /// Takes an address of the login; one that no page or application can be compared with is kept as a field.
  mutating func add(address: String?, named name: String = "URL", rule: MatchRule = .domain, at path: String) {
    let text = (address ?? "").trimmingSpace
    guard !text.isEmpty else { return }
    let taken = ServiceText.taken(text, rule: rule)
    if taken.isKept { keep(name, text: text, isHidden: taken.hasPassword, because: .malformedValue, at: path) }
    guard let service = taken.service else { return }
    guard login.services.count < Self.mostServices else { return keep(name, text: text, because: .tooLarge, at: path) }
    if !login.services.contains(where: { $0.names(service) }) { login.services.append(service) }
  }

  /// Takes the addresses that stand in one cell of a table.
  mutating func add(addresses list: String?, at path: String) {
    for address in AddressList.parts(of: list ?? "") { add(address: address, at: path) }
  }

  /// Takes a generator of codes; a text that none can be made from is kept as a hidden field.
  mutating func add(code: SharedSecret?, named name: String, at path: String) {
    guard let code, code.byteCount > 0 else { return }
    if var made = CodeText.code(code) {
      // A code has no name beside its issuer and its account.
      if !Self.isUsualCodeName(name) { made.name = name }
      codes.append(made)
    } else {
      keep(name, code, isHidden: true, because: .unsupportedCode, at: path)
    }
  }

  // What programs call a code that a person gave no name.
  private static let codeNames: Set<String> = [
    "", "one-time code", "one-time password", "totp", "otp", "2fa", "one time password", "verification code", "authenticator key",
    "totp key",
  ]

  /// Whether a code's name is one that programs give, and no person.
  static func isUsualCodeName(_ name: String) -> Bool {
    // The section that the code stands in comes before its own name.
    let own = name.components(separatedBy: ": ").last ?? ""
    return codeNames.contains(own.lowercased().filter { $0 != "$" })
  }

  /// Takes the note: as a remark on what the entry holds.
  mutating func add(note: SharedSecret?) {
    guard let note, note.byteCount > 0 else { return }
    if item.annotations.note == nil { item.annotations.note = note } else { keep("Note", note) }
  }

  /// Keeps what is left of an object: members that are not known, and those that are of another form than the format gives them.
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

  /// The item with its parts: login, codes, passkeys, and the others.
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
    items.append(draft.finished())
    findings += draft.findings
    readCount += 1
  }

  /// Counts an entry that becomes no item, and tells why.
  mutating func passOver(_ number: Int, title: String = "", path: String = "", because reason: ImportFinding.Reason) {
    findings.append(ImportFinding(reason, at: ImportFinding.Place(entry: number, title: title, path: path), outcome: .leftOut))
    readCount += 1
  }
}
