// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
import VaultProtocol

/// What is said and asked while codes are set up.
enum SetUpWords {
  static let whereTo = "\n" + translated("Where do these codes belong?") + "\n"
  static let newAccount = translated("a new account of its own")
  static let service = translated("Which service asks for the codes (for example shop.example)? ")
  static let loginService = translated("Where is it used (for example shop.example)? ")
  static let loginExists = translated("The site has a login of this account already.") + "\n"
  static let loginOfItsOwn = translated("Keep both: add another login")
  static let user = translated("What is the user name there? ")
  static let loginUser = translated("What is the user name there (Enter for none)? ")
  static let addThis = translated("Add it? [Y/n] ")
  static let importThese = translated("Add them? [Y/n] ")
  static let wasAccepted = translated("Was the code accepted? [y]es, [n]o, [s]how another, [l]ater (Enter): ")
  static let refused =
    translated(
      """
      The usual reason is a clock that is wrong: passfold clock finds out.
      Your codes from before, if there were any, still work.
      """) + "\n"
  static let afterRefusal = translated("[s]how another code (Enter), [k]eep it unconfirmed, [r]emove it: ")
  static let confirmation = translated("Type the code that was accepted, or press Enter if you are sure that one was: ")
  static let whatToKeep = translated("What do you want to keep?") + "\n"
  static let kinds = [
    translated("one-time codes of an account"), translated("a user name with its password"), translated("a note"),
    translated("a payment card"),
    translated("an identity: names, addresses, documents"),
  ]
  static let entryTitle = translated("What do you want to call it? ")
  static let holder = translated("The name on the card (Enter leaves it out): ")
  static let bank = translated("Who issued it (Enter leaves it out): ")
  static let expires = translated("The last month in which it is good, as 08/29 (Enter leaves it out): ")
  static let givenName = translated("The given names (Enter leaves them out): ")
  static let familyName = translated("The family name (Enter leaves it out): ")
  static let wipe = "\n" + translated("Press Enter to wipe this from the screen. ")

  static func number(_ last: Int, usual: Int = 1) -> String { translated("Number from 1 to \(last) (Enter takes \(usual)): ") }

  static func kept(_ entry: VaultEntry) -> String {
    "\n" + translated("Kept as not confirmed yet. Now type this code at the service for \(Presenter.name(of: entry)):") + "\n"
  }

  static func candidate(_ candidate: SetUpPreview.Candidate) -> String {
    let name = Presenter.name(of: candidate.entry)
    return candidate.hasCode ? translated("\(name), instead of its codes once a new one was accepted") : name
  }

  /// The sentence for a warning about what was kept.
  static func warning(_ warning: VaultAnswer.KeptEntry.Warning) -> String {
    switch warning {
    case .checkDigit: translated("the check digit does not fit the card's number; it is kept as you typed it. Compare it with the card.")
    default: translated("the vault has a reservation that this command does not know: \(Presenter.printable(warning.name))")
    }
  }

  /// The sentence for a warning; nil for one that this command does not know.
  static func warning(_ warning: SetUpPreview.Warning, bits: Int) -> String? {
    switch warning {
    case .shortSecret: translated("its secret has only \(bits) bits; 160 are recommended. The service decided that; ask it for more.")
    case .issuerDiffersFromPage: translated("the link names another site than the page that showed it. Add it only if you know why.")
    case .hasCodeAlready: translated("an account that fits has codes already. They keep working until a new one was accepted.")
    case .alreadyStored: translated("codes with this very secret are in the vault already.")
    default: translated("the vault has a reservation that this command does not know: \(Presenter.printable(warning.name))")
    }
  }
}
