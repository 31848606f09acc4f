// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import VaultProtocol

/// What the vault's window says; the popup of a browser calls the same things by the same names.
enum VaultWords {
  static let title = "Passfold"
  static let sections = "What is listed"
  static let search = "Search everything"
  static let searchTrash = "Search the trash"
  static let unlock = "Unlock"
  static let lock = "Lock"
  static let add = "Add"
  static let back = "Back"
  static let more = "Sections"

  // MARK: Sections

  static func name(of section: VaultSection) -> String {
    switch section {
    case .all: "All"
    case .codes: "Codes"
    case .passkeys: "Passkeys"
    case .passwords: "Passwords"
    case .notes: "Notes"
    case .cards: "Cards"
    case .identities: "Identities"
    case .health: "Health"
    case .trash: "Trash"
    }
  }

  static func kind(_ kind: VaultEntry.Kind) -> String {
    switch kind {
    case .oneTimeCode: "Verification code"
    case .password: "Password"
    case .passkey: "Passkey"
    case .note: "Note"
    case .card: "Card"
    case .identity: "Identity"
    }
  }

  static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

  // MARK: Where there is nothing to list

  static let noMatch = "Nothing found"
  static let noMatchNext = "Search for a title, website, user name or tag."
  static let empty = "Your vault is empty"
  static let emptyNext = "Add your first login or code here. What you set up on a website can be kept as well."
  static let noneOfKind = "Nothing of this kind yet"
  static let trashEmpty = "The trash is empty"
  static let trashEmptyNext = "What you remove lies here until you erase it."
  static let healthy = "Nothing to look at"
  static let healthyNext = "No password is weak, old or used twice."
  static let pick = "Nothing chosen"
  static let pickNext = "Choose an entry to see what is in it."

  // MARK: A closed vault

  static let locked = "Passfold is locked"
  static let lockedNext = "Unlock it to see what you have kept. Passfold asks for your passphrase in a window of its own."
  static let notYours = "Your vault is open elsewhere"
  static let notYoursNext = "This window sees nothing of it before you unlock it here as well."
  static let noVault = "There is no vault yet"
  static let noVaultNext = "Make one in a terminal; it takes a minute: passfold init"
  static let unreadable = "The vault cannot be used"
  static let unreadableNext = "Nothing was changed. In a terminal, passfold status says what is wrong."
  static let silent = "Passfold does not answer"
  static let silentNext = "Nothing was lost. Try again; in a terminal, passfold status says what is wrong."
  static let asking = "Answer in the window that has opened."
  static let again = "Try again"

  // MARK: An entry

  static let user = "User name"
  static let password = "Password"
  static let code = "Code"
  static let entryTitle = "Title"
  static let optionalTitle = "Title (optional)"
  static let service = "Website"
  static let services = "Websites, one a line"
  static let tags = "Tags"
  static let favourite = "Favourite"
  static let pending = "not confirmed"
  static let note = "Note"
  static let text = "Text"
  static let files = "Files"
  static let fileNotHere = " (on its way from another device)"
  static let filesNext = "Save a file in a terminal: passfold attachments"
  static let issuer = "Issuer"
  static let added = "Added"
  static let removed = "Removed"
  static let belongsTo = "Belongs to"
  static let sameAccount = "Also for this account"
  static let about = "Details"
  static let additions = "Note and fields"
  static let history = "Former versions"
  static let passkey = "This passkey signs you in where the website asks for it."
  static let hiddenByService = "The website said that it accepts this no more."
  static let hidden = "Hidden"
  static let dots = "••••••••••"
  static let nextCode = "Next code"
  static let edit = "Edit"
  static let remove = "Remove"
  static let restore = "Restore"
  static let save = "Save"
  static let cancel = "Cancel"
  static let make = "Make one"
  static let accepted = "The service accepted it"
  static let inTerminal = "To change it, use the command in a terminal: passfold edit"

  static func show(_ part: String) -> String { "Show: \(part)" }
  static func hide(_ part: String) -> String { "Hide: \(part)" }
  static func copy(_ part: String) -> String { "Copy: \(part)" }
  static func until(_ seconds: Double) -> String { "Until \(CalendarTime.text(seconds).prefix(10))" }
  static func seconds(_ count: Int) -> String { count == 1 ? "1 second left" : "\(count) seconds left" }
  static func editing(_ title: String) -> String { "Edit \(title)" }

  static func name(of value: EntryValue) -> String {
    let name: String =
      switch value.name {
      case .holder: "Holder"
      case .bank: "Bank"
      case .brand: "Brand"
      case .expires: "Expires"
      case .validFrom: "Valid from"
      case .givenName: "Given names"
      case .familyName: "Family name"
      case .organisation: "Organisation"
      case .birthday: "Birthday"
      case .email: "E-mail"
      case .phone: "Telephone"
      case .address: "Address"
      default: PrintableText.of(value.name.name)
      }
    return value.label.map { "\(name) (\(PrintableText.of($0)))" } ?? name
  }

  static func name(ofSecret name: String) -> String {
    switch name {
    case "text": text
    case "number": "Number"
    case "security-code": "Security code"
    case "pin": "PIN"
    default: PrintableText.of(name)
    }
  }

  // MARK: Adding and changing

  static let addLogin = "Login"
  static let addCode = "Code"
  static let addWhat = "What to add"
  static let link = "Set-up link or key"
  static let linkHint = "The website shows it beside its QR code, often as “Can’t scan?”."
  static let newPassword = "New password (empty: keep it)"
  static let newLink = "New set-up link or key (empty: keep it)"
  static let newNote = "New note (empty: keep it)"
  static let missing = "Fill in website and password."
  static let missingLink = "Fill in the set-up link or key."

  // MARK: What has just happened

  static let copied = "Copied. The clipboard is cleared in 45 seconds."
  static let copiedValue = "Copied"
  static let saved = "Saved"
  static let addedNow = "Added to your vault"
  static let restored = "Back in your vault"
  static let confirmed = "Confirmed"
  static func removed(_ title: String) -> String { "\(title) is in the trash" }

  // MARK: Health

  static let breached = "known to strangers: change it now"
  static let weak = "weak: easy to guess"
  static func reused(_ others: Int) -> String { others == 1 ? "the same as in 1 other login" : "the same as in \(others) other logins" }
  static func old(_ since: Double) -> String { "unchanged since \(CalendarTime.text(since).prefix(10))" }
}
