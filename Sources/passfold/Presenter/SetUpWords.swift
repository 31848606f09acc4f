// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// What is said and asked while codes are set up.
enum SetUpWords {
  static let whereTo = "\nWhere do these codes belong?\n"
  static let newAccount = "a new account of its own"
  static let service = "Which service asks for the codes (for example shop.example)? "
  static let loginService = "Where is it used (for example shop.example)? "
  static let loginExists = "The site has a login of this account already.\n"
  static let loginOfItsOwn = "Keep both: add another login"
  static let user = "What is the user name there? "
  static let addThis = "Add it? [Y/n] "
  static let importThese = "Add them? [Y/n] "
  static let wasAccepted = "Was the code accepted? [y]es, [n]o, [s]how another, [l]ater (Enter): "
  static let refused = """
    The usual reason is a clock that is wrong: passfold clock finds out.
    Your codes from before, if there were any, still work.

    """
  static let afterRefusal = "[s]how another code (Enter), [k]eep it unconfirmed, [r]emove it: "
  static let confirmation = "Type the code that was accepted, or press Enter if you are sure that one was: "
  static let whatToKeep = "What do you want to keep?\n"
  static let kinds = [
    "one-time codes of an account", "a user name with its password", "a note", "a payment card", "an identity: names, addresses, documents",
  ]
  static let entryTitle = "What do you want to call it? "
  static let holder = "The name on the card (Enter leaves it out): "
  static let bank = "Who issued it (Enter leaves it out): "
  static let expires = "The last month in which it is good, as 08/29 (Enter leaves it out): "
  static let givenName = "The given names (Enter leaves them out): "
  static let familyName = "The family name (Enter leaves it out): "
  static let wipe = "\nPress Enter to wipe this from the screen. "

  static func number(_ last: Int, usual: Int = 1) -> String { "Number from 1 to \(last) (Enter takes \(usual)): " }

  static func kept(_ entry: VaultEntry) -> String {
    "\nKept as not confirmed yet. Now type this code at the service for \(Presenter.name(of: entry)):\n"
  }

  static func candidate(_ candidate: SetUpPreview.Candidate) -> String {
    let name = Presenter.name(of: candidate.entry)
    return candidate.hasCode ? "\(name), instead of its codes once a new one was accepted" : name
  }

  /// The sentence for a warning about what was kept.
  static func warning(_ warning: VaultAnswer.KeptEntry.Warning) -> String {
    switch warning {
    case .checkDigit: "the check digit does not fit the card's number; it is kept as you typed it. Compare it with the card."
    default: "the vault has a reservation that this command does not know: \(Presenter.printable(warning.name))"
    }
  }

  /// The sentence for a warning; nil for one that this command does not know.
  static func warning(_ warning: SetUpPreview.Warning, bits: Int) -> String? {
    switch warning {
    case .shortSecret: "its secret has only \(bits) bits; 160 are recommended. The service decided that; ask it for more."
    case .issuerDiffersFromPage: "the link names another site than the page that showed it. Add it only if you know why."
    case .hasCodeAlready: "an account that fits has codes already. They keep working until a new one was accepted."
    case .alreadyStored: "codes with this very secret are in the vault already."
    default: "the vault has a reservation that this command does not know: \(Presenter.printable(warning.name))"
    }
  }
}
