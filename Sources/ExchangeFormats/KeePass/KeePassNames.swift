// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The names of values in KDBX entries that have a meaning: those of KeePass programs, and our own for data without a place in KDBX.
enum KeePassNames {
  // MARK: KeePass

  static let title = "Title"
  static let user = "UserName"
  static let password = "Password"
  static let address = "URL"
  static let notes = "Notes"
  /// The five names in every entry.
  static let standard: Set<String> = [title, user, password, address, notes]

  // MARK: KeePassXC, KeePassDX, Strongbox, Keepass2Android

  /// Further addresses, with an underscore and a number from the second on.
  static let furtherAddress = "KP2A_URL"
  /// The identifiers of Android applications, numbered the same way.
  static let application = "AndroidApp"
  static let code = "otp"
  static let passkeyPrefix = "KPEX_PASSKEY_"
  /// Strongbox's tag for favourites.
  static let favouriteTag = "Favorite"

  // MARK: Our own

  static let own = "PASSFOLD_"
  /// The identifier of the entry that this one belongs to.
  static let partOf = own + "PART_OF"
  /// Marks the entry as a login if nothing else does.
  static let login = own + "LOGIN"
  /// The services with their rules, one per line, if their addresses alone are not enough.
  static let services = own + "SERVICES"
  /// The tags that contain a tag separator, one per line.
  static let tags = own + "TAGS"
  /// The folders other than the first, one per line.
  static let folders = own + "FOLDERS"
  /// The entry's location: `archive`.
  static let shelf = own + "SHELF"
  /// Marks the notes as a remark on an entry that contains nothing else.
  static let remark = own + "REMARK"
  /// A note as a separate part next to others.
  static let note = own + "NOTE"
  /// The types and dates of the attachments, one per line.
  static let attachments = own + "ATTACHMENTS"
  /// A user's custom field whose name has a meaning.
  static let field = own + "FIELD_"
  static let counterCode = own + "HOTP"
  static let codeServices = own + "CODE_SERVICES"
  static let codeAdded = own + "CODE_ADDED"
  static let codePending = own + "CODE_PENDING_SINCE"
  static let passkey = own + "PASSKEY_"
  static let card = own + "CARD_"
  static let person = own + "PERSON_"

  /// Whether a name belongs to a value with a place of its own or to our own names, so that its value is not interpreted further.
  static func isPlace(_ name: String) -> Bool {
    standard.contains(name) || name.hasPrefix(own) || name.hasPrefix(passkeyPrefix)
      || [furtherAddress, application].contains { number(of: name, in: $0) != nil }
  }

  /// Returns the number at the end of a name that may be numbered: 0 for the bare name, nil for another name.
  static func number(of name: String, in base: String) -> Int? {
    guard name.hasPrefix(base) else { return nil }
    let rest = name.dropFirst(base.count)
    if rest.isEmpty { return 0 }
    let digits = rest.first == "_" ? rest.dropFirst() : rest
    guard !digits.isEmpty, digits.count < 10, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return Int(digits)
  }
}
