// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The names of values in KDBX entries that have a meaning: those of KeePass and its kin, and our own for what KDBX has no place for.
enum KeePassNames {
  // MARK: KeePass

  static let title = "Title"
  static let user = "UserName"
  static let password = "Password"
  static let address = "URL"
  static let notes = "Notes"
  /// The five that every entry has.
  static let standard: Set<String> = [title, user, password, address, notes]

  // MARK: KeePassXC, KeePassDX, Strongbox, Keepass2Android

  /// Further addresses; with a number after a low line from the second on.
  static let furtherAddress = "KP2A_URL"
  /// The identifiers of Android's applications, numbered alike.
  static let application = "AndroidApp"
  static let code = "otp"
  static let passkeyPrefix = "KPEX_PASSKEY_"
  /// The tag of what comes first where a person looks, as Strongbox has it.
  static let favouriteTag = "Favorite"

  // MARK: Our own

  static let own = "PASSFOLD_"
  /// The identifier of the entry that this one belongs to.
  static let partOf = own + "PART_OF"
  /// Says that the entry is a login, where nothing else says it.
  static let login = own + "LOGIN"
  /// The services with their rules, one a line, where their addresses alone do not tell.
  static let services = own + "SERVICES"
  /// The tags that hold what stands between tags, one a line.
  static let tags = own + "TAGS"
  /// The folders beside the first one, one a line.
  static let folders = own + "FOLDERS"
  /// Where the entry lay: `archive`.
  static let shelf = own + "SHELF"
  /// What kind of text the notes are, where it is a remark on an entry that holds nothing else.
  static let remark = own + "REMARK"
  /// A text that is a thing of its own beside others.
  static let note = own + "NOTE"
  /// The types and dates of the attachments, one a line.
  static let attachments = own + "ATTACHMENTS"
  /// A person's own field whose name has a meaning.
  static let field = own + "FIELD_"
  static let counterCode = own + "HOTP"
  static let codeServices = own + "CODE_SERVICES"
  static let codeAdded = own + "CODE_ADDED"
  static let codePending = own + "CODE_PENDING_SINCE"
  static let passkey = own + "PASSKEY_"
  static let card = own + "CARD_"
  static let person = own + "PERSON_"

  /// Whether a name is of a value that has a place of its own, or of our own, so that nothing else is looked for in it.
  static func isPlace(_ name: String) -> Bool {
    standard.contains(name) || name.hasPrefix(own) || name.hasPrefix(passkeyPrefix)
      || [furtherAddress, application].contains { number(of: name, in: $0) != nil }
  }

  /// The number at the end of a name that may be numbered: 0 for the bare name, nil for another name.
  static func number(of name: String, in base: String) -> Int? {
    guard name.hasPrefix(base) else { return nil }
    let rest = name.dropFirst(base.count)
    if rest.isEmpty { return 0 }
    let digits = rest.first == "_" ? rest.dropFirst() : rest
    guard !digits.isEmpty, digits.count < 10, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return Int(digits)
  }
}
