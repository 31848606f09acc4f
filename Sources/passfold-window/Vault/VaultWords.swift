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
  static let done = "Done"
  static let erase = "Erase for good"
  static let erased = "Erased for good"
  static let share = "Show as QR code"
  static func sharing(_ title: String) -> String { "QR code of \(title)" }
  static let shareWarning =
    "Whoever sees or photographs it can make these codes for ever. Scan it with your other device now; it is hidden in 30 seconds."
  static let hideQR = "Hide the QR code"
  static let tooLongForQR = "This set-up is too long for a QR code. In a terminal, passfold show names its parts."

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
    // The label that an only value gets is its name on the wire.
    guard let label = value.label, label != value.name.name else { return name }
    return "\(name) (\(PrintableText.of(label)))"
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
  static let tagsApart = "Tags, apart by commas"
  static let favouriteWords = "Comes first where you search"
  static let documentName = "Another document, by its name (optional)"
  static let documentNumber = "Its number"
  static func keeping(_ part: String) -> String { "New: \(part) (empty: keep it)" }
  static let monthHint = "as 2029-08 or 08/29"
  static let dayHint = "as 1990-12-31"
  static let missingTitle = "Fill in the title."
  static let missingNumber = "Fill in the number of the card."
  static let missingText = "Fill in the text of the note."
  static let checkDigit = "Saved as typed. The number’s check digit does not fit it: compare it with the card."
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
