// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// The texts of the vault's window; they name things as the browser's popup does.
enum VaultWords {
  static let title = "Passfold"
  static let sections = translated("What to list")
  static let search = translated("Search everything")
  static let searchTrash = translated("Search the trash")
  static let unlock = translated("Unlock")
  static let lock = translated("Lock")
  static let add = translated("Add")
  static let back = translated("Back")
  static let more = translated("Sections")
  /// For providers, devices and synchronisation.
  static let settings = translated("Settings")
  static let settingsNotOpened = translated(
    "The settings could not be opened. Nothing was changed. Look for Passfold Settings among your desktop’s programs.")

  // MARK: Sections

  static func name(of section: VaultSection) -> String {
    switch section {
    case .all: translated("All")
    case .codes: translated("Codes")
    case .passkeys: translated("Passkeys")
    case .passwords: translated("Passwords")
    case .notes: translated("Notes")
    case .cards: translated("Cards")
    case .identities: translated("Identities")
    case .health: translated("Health")
    case .trash: translated("Trash")
    }
  }

  /// Looked up once, since rows request it as fast as they scroll past.
  static func kind(_ kind: VaultEntry.Kind) -> String {
    switch kind {
    case .oneTimeCode: Kinds.oneTimeCode
    case .password: Kinds.password
    case .passkey: Kinds.passkey
    case .note: Kinds.note
    case .card: Kinds.card
    case .identity: Kinds.identity
    }
  }

  private enum Kinds {
    static let oneTimeCode = translated("One-time code")
    static let password = translated("Password")
    static let passkey = translated("Passkey")
    static let note = translated("Note")
    static let card = translated("Card")
    static let identity = translated("Identity")
  }

  static func entries(_ count: Int) -> String { translated(count, one: "\(count) entry", other: "\(count) entries") }

  // MARK: Where there is nothing to list

  /// In place of an empty password or text.
  static let nothing = translated("Empty")
  static let noMatch = translated("No results")
  static let noMatchNext = translated("Search for a title, website, user name or tag.")
  static let empty = translated("Your vault is empty")
  static let emptyNext = translated("Add your first login or code here. You can also keep what you set up on a website.")
  static let noneOfKind = translated("Nothing of this kind yet")
  static let noneOfKindNext = translated("Add something here, or import from another program.")
  static let noPasskeyNext = translated("A website creates one when you choose a passkey there.")
  static let trashEmpty = translated("The trash is empty")
  static let trashEmptyNext = translated("What you remove stays here for 30 days, unless you erase it sooner.")
  static let trashedNext = translated("It stays here for 30 days, unless you erase it sooner.")
  static let emptyTrash = translated("Empty the trash…")
  static let judging = translated("Passfold is checking your passwords")
  static let judgingNext = translated("With many passwords, this takes a moment.")
  static let notJudged = translated("Your passwords were not checked")
  static let notJudgedNext = translated("Passfold did not respond. Nothing was changed. Choose this section again.")
  static let healthy = translated("No problems found")
  static let healthyNext = translated("No password is weak, old or reused.")
  static let leaksUnknown = translated("Leaked passwords were not checked: there is no list of them in the vault’s folder.")
  static let findingNext = translated("Change it on the website first; Passfold then offers to save the new one.")
  static let pick = translated("Nothing selected")
  static let pickNext = translated("Choose an entry to see its contents.")

  // MARK: A closed vault

  static let locked = translated("Passfold is locked")
  static let lockedNext = translated("Unlock it to see your entries. Passfold asks for your passphrase in a separate window.")
  static let notYours = translated("Your vault is open elsewhere")
  static let notYoursNext = translated("This window cannot show it until you unlock it here as well.")
  static let unreadable = translated("The vault cannot be used")
  static let unreadableNext = translated("Nothing was changed. Check its files, repair them, or restore a snapshot.")
  static let silent = translated("Passfold does not respond")
  static let silentNext = translated("Nothing was lost. Try again; passfold status in a terminal shows what is wrong.")
  static let asking = translated("Answer in the window that has opened.")
  static let again = translated("Try again")

  static let formIsKept = translated(
    "What you typed is not stored yet. This window keeps it and shows it again once you unlock Passfold.")
  static let formIsGone = translated(
    "What you typed was kept for an hour, waiting for you to unlock Passfold. It was not stored and is gone now.")
  static let formIsBack = translated("This is what you typed earlier. It is not stored yet.")

  // MARK: An entry

  static let user = translated("User name")
  static let password = translated("Password")
  static let code = translated("Code")
  static let entryTitle = translated("Title")
  static let optionalTitle = translated("Title (optional)")
  static let service = translated("Website")
  static let services = translated("Websites, one per line")
  static let tags = translated("Tags")
  static let favourite = translated("Favourite")
  static let pending = translated("not confirmed")
  static let note = translated("Note")
  static let text = translated("Text")
  static let files = translated("Files")
  static let issuer = translated("Issuer")
  static let added = translated("Added")
  static let removed = translated("Removed")
  static let belongsTo = translated("Belongs to")
  static let sameAccount = translated("Also for this account")
  static let about = translated("Details")
  static let additions = translated("Note and fields")
  static let history = translated("Previous versions")
  static let passkey = translated("This passkey signs you in where the website asks for it.")
  static let hiddenByService = translated("The website reported that it no longer accepts this.")
  static let hidden = translated("Hidden")
  static let dots = "••••••••"
  static let nextCode = translated("Next code")
  static let edit = translated("Edit")
  static let setUpCode = translated("Set up a code")
  static let remove = translated("Remove")
  static let restore = translated("Restore")
  static let save = translated("Save")
  static let cancel = translated("Cancel")
  static let undo = translated("Undo")
  static let dismiss = translated("Dismiss")
  static let discardTitle = translated("Discard changes?")
  static let discardNext = translated("What you typed is not stored yet.")
  static let discard = translated("Discard")
  static let keepTyping = translated("Keep editing")
  static let saveOverTitle = translated("Overwrite another change?")
  static let saveOverNext = translated(
    "This entry was changed elsewhere after you opened it here. What you typed replaces the values there; everything else stays as it is there."
  )
  static let saveOver = translated("Save anyway")
  static let make = translated("Generate")
  static let accepted = translated("The service accepted it")
  static let done = translated("Done")
  static let erase = translated("Erase permanently")
  static let erased = translated("Erased permanently")
  static let share = translated("Show as QR code")
  static func sharing(_ title: String) -> String { translated("QR code of \(title)") }
  static let shareWarning =
    translated(
      "Anyone who sees or photographs it can make these codes forever. Scan it with your other device now; it is hidden after 30 seconds.")
  static let hideQR = translated("Hide the QR code")
  static let tooLongForQR = translated("This set-up is too long for a QR code. passfold show in a terminal lists its parts.")

  static func show(_ part: String) -> String { translated("Show: \(part)") }
  static func opening(_ website: String) -> String { translated("Open \(website) in the browser") }
  static func hide(_ part: String) -> String { translated("Hide: \(part)") }
  static func copy(_ part: String) -> String { translated("Copy: \(part)") }
  static func until(_ seconds: Double) -> String { translated("Until \(CalendarTime.text(seconds))") }
  static func takeBack(_ version: String) -> String { translated("Use this version again: \(version)") }
  static func seconds(_ count: Int) -> String { translated(count, one: "\(count) second left", other: "\(count) seconds left") }
  static func editing(_ title: String) -> String { translated("Edit \(title)") }

  static func name(of value: EntryValue) -> String {
    let name: String =
      switch value.name {
      case .holder: translated("Name on the card")
      case .bank: translated("Bank")
      case .brand: translated("Brand")
      case .expires: translated("Valid until")
      case .validFrom: translated("Valid from")
      case .givenName: translated("Given name")
      case .familyName: translated("Family name")
      case .organisation: translated("Organisation")
      case .birthday: translated("Date of birth")
      case .email: translated("E-mail")
      case .phone: translated("Phone")
      case .address: translated("Address")
      default: PrintableText.of(value.name.name)
      }
    // The default label of a single value is its name in the protocol.
    guard let label = value.label, label != value.name.name else { return name }
    return "\(name) (\(PrintableText.of(label)))"
  }

  static func name(ofSecret name: String) -> String {
    switch name {
    case "text": text
    case "number": translated("Number")
    case "security-code": translated("Security code")
    case "pin": translated("PIN")
    default: PrintableText.of(name)
    }
  }

  // MARK: Adding and changing

  static let addLogin = translated("Login")
  static let addCode = translated("Code")
  static let addWhat = translated("What to add")
  static let link = translated("Set-up link or key")
  static let linkHint = translated("The website shows it next to its QR code, often as “Can’t scan?”.")
  static let newPassword = translated("New password (empty: keep it)")
  static let newLink = translated("New set-up link or key (empty: keep it)")
  static let tagsApart = translated("Tags, separated by commas")
  static let favouriteWords = translated("Favourite: shown first in searches")
  static let documentName = translated("Another document: its name (optional)")
  static let documentNumber = translated("Its number")
  static func keeping(_ part: String) -> String { translated("New: \(part) (empty: keep it)") }
  static let monthHint = translated("For example 2029-08 or 08/29")
  static let dayHint = translated("For example 1990-12-31")
  static let missingTitle = translated("Fill in the title.")
  static let missingNumber = translated("Fill in the number of the card.")
  static let missingText = translated("Fill in the text of the note.")
  static let checkDigit = translated("Saved as typed, but the check digit is wrong. Compare the number with the card.")
  static let fieldName = translated("Another field: its name (optional)")
  static let fieldValue = translated("Its value")
  static let fieldHidden = translated("Hidden until you ask for it")
  static let anotherField = translated("One more field")
  static let furtherServices = translated("Further websites, one per line (optional)")
  static let moreOfLogin = translated("Further websites, tags, note, fields")
  static let moreOfEntry = translated("Tags, note, fields")
  static let moreOfNote = translated("Tags, fields")
  static let missingFieldValue = translated("Fill in the value of the new field.")
  static let storedInPart = translated("This concerns part of what you typed, which is still here; the entry itself is in your vault.")
  static let presentAlready = translated(
    "This login is already in your vault and was not changed. Nothing was stored; what you typed is still here. Open that login to add to it."
  )
  static let missingFieldName = translated("Fill in the name of the new field.")
  static let fieldExists = translated("This entry already has a field with that name. Change it there, or choose another name.")
  static let newNote = translated("New note (empty: keep it)")
  static let missing = translated("Fill in website and password. What you typed is still here.")
  static let missingLink = translated("Fill in the set-up link or key.")

  // MARK: Events

  static func copied(_ part: String) -> String { translated("\(part): copied. The clipboard is cleared in 45 seconds.") }
  static let emptyNow = translated("It is empty: there is nothing to show, and the clipboard is unchanged.")
  static func copiedValue(_ part: String) -> String { translated("\(part): copied") }
  static func part(_ part: String, of title: String) -> String { translated("\(part) of \(title)") }
  static func hasNoCode(_ title: String) -> String { translated("\(title) has no code") }
  static let saved = translated("Saved")
  static let changedElsewhere = translated("This entry was changed elsewhere. This is its current state.")
  static let addedNow = translated("Added to your vault")
  static let restored = translated("Back in your vault")
  static let tookBack = translated("That version is in use again. The one it replaced is among the previous versions.")
  static let confirmed = translated("Confirmed")
  static func removed(_ title: String) -> String { translated("\(title) is in the trash") }

  // MARK: Health

  static let breached = translated("leaked: change it now")
  static let weak = translated("weak: easy to guess")
  static func reused(in title: String) -> String { translated("the same as in \(title)") }
  static func reused(_ others: Int) -> String {
    translated(others, one: "the same as in \(others) other login", other: "the same as in \(others) other logins")
  }
  static func old(_ since: Double) -> String { translated("unchanged since \(CalendarTime.text(since).prefix(10))") }
}
