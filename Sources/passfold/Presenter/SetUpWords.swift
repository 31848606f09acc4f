// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
import VaultProtocol

/// The words and questions during the set-up of codes.
enum SetUpWords {
  static let whereTo = "\n" + translated("Where do these codes belong?") + "\n"
  static let newAccount = translated("a new account")
  static let service = translated("Which service asks for the codes (for example shop.example)? ")
  static let loginService = translated("Where is it used (for example shop.example)? ")
  static let loginExists = translated("The site already has a login for this account.") + "\n"
  static let loginOfItsOwn = translated("Keep both: add another login")
  static let user = translated("User name there: ")
  static let loginUser = translated("User name there (press Enter for none): ")
  static let addThis = translated("Add it? [Y/n] ")
  static let importThese = translated("Add them? [Y/n] ")
  static let wasAccepted = translated("Was the code accepted? [y]es, [n]o, [s]how another, [l]ater (Enter): ")
  static let refused =
    translated(
      """
      The usual cause is a wrong clock: passfold clock checks it.
      Your previous codes, if any, still work.
      """) + "\n"
  static let afterRefusal = translated("[s]how another code (Enter), [k]eep it unconfirmed, [r]emove it: ")
  static let confirmation = translated("Type the accepted code, or press Enter if you are sure that one was accepted: ")
  static let whatToKeep = translated("What do you want to keep?") + "\n"
  static let kinds = [
    translated("one-time codes of an account"), translated("a user name with its password"), translated("a note"),
    translated("a payment card"),
    translated("an identity: names, addresses, documents"),
  ]
  static let entryTitle = translated("What do you want to call it? ")
  static let holder = translated("Name on the card (press Enter to leave it out): ")
  static let bank = translated("Issuer (press Enter to leave it out): ")
  static let expires = translated("Last month in which it is valid, as 08/29 (press Enter to leave it out): ")
  static let givenName = translated("Given names (press Enter to leave them out): ")
  static let familyName = translated("Family name (press Enter to leave it out): ")
  static let wipe = "\n" + translated("Press Enter to clear this from the screen. ")

  static func number(_ last: Int, usual: Int = 1) -> String { translated("Number from 1 to \(last) (press Enter for \(usual)): ") }

  static func kept(_ entry: VaultEntry) -> String {
    "\n" + translated("Stored, but not confirmed yet. Now type this code at the service for \(Presenter.name(of: entry)):") + "\n"
  }

  static func candidate(_ candidate: SetUpPreview.Candidate) -> String {
    let name = Presenter.name(of: candidate.entry)
    return candidate.hasCode ? translated("\(name), replacing its codes once a new one has been accepted") : name
  }

  /// The sentence for a warning about a stored entry.
  static func warning(_ warning: VaultAnswer.KeptEntry.Warning) -> String {
    switch warning {
    case .checkDigit:
      translated("the check digit of the card number is wrong; the number is stored as you typed it. Compare it with the card.")
    default: translated("the vault reported a problem that this command does not know: \(Presenter.printable(warning.name))")
    }
  }

  /// The sentence for a warning; nil if this command does not know it.
  static func warning(_ warning: SetUpPreview.Warning, bits: Int) -> String? {
    switch warning {
    case .shortSecret: translated("its secret has only \(bits) bits; 160 are recommended. The service chose this length.")
    case .issuerDiffersFromPage: translated("the link is for a different site than the page that showed it. Add it only if you know why.")
    case .hasCodeAlready: translated("a matching account already has codes. They keep working until a new one has been accepted.")
    case .alreadyStored: translated("codes with the same secret are already in the vault.")
    default: translated("the vault reported a problem that this command does not know: \(Presenter.printable(warning.name))")
    }
  }
}
