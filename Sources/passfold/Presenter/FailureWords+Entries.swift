// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
import VaultProtocol

/// The words for failures with entries.
extension FailureWords {
  /// No entry or several match, or an entry cannot be stored or shown as requested; nil for other failures.
  init?(ofEntries failure: VaultFailure) {
    switch failure.code {
    case .notFound: self.init(translated("no entry in the vault matches"), hint: translated("list the entries: passfold list"), .notFound)
    case .ambiguous:
      let matches = failure.matches ?? []
      let names = matches.map(Presenter.name(of:))
      // Words cannot distinguish credentials with the same name; their kinds or record identifiers can.
      let isTold = Set(names).count == names.count
      let kinds = Set(zip(matches, names).map { "\($0.kind.rawValue) \($1)" })
      if !isTold, kinds.count == names.count, let kind = matches.first?.kind {
        let lines = zip(matches, names).map { "\n  \($1): \(Presenter.noun($0.kind))" }
        self.init(
          translated("several entries match:") + lines.joined(),
          hint: translated("specify the kind, for example: --kind \(kind.rawValue)"), .notFound)
        return
      }
      let lines = zip(matches, names).map { entry, name -> String in
        if isTold { return "\n  \(name)" }
        return "\n  \(entry.record)  " + (entry.pending == true ? translated("\(name), not confirmed yet") : name)
      }
      let whereToLook = matches.allSatisfy { $0.trashed != nil } ? "passfold trash" : "passfold show RECORD"
      let hint =
        isTold
        ? translated("add a word from the service or account")
        : translated("specify one by its record identifier; \(whereToLook) shows when each was added")
      self.init(translated("several entries match:") + lines.joined(), hint: hint, .notFound)
    case .badSetUpLink: self.init(setUpFailure: failure)
    case .needsServiceAndUser:
      self.init(
        translated("a secret on its own does not say what it is for; nothing was stored"),
        hint: translated("specify both: --service DOMAIN --user NAME"), .usage)
    case .badService:
      self.init(
        translated("the service is neither a domain nor an https address; nothing was stored"),
        hint: translated("for example: --service shop.example"), .usage)
    case .badRequest:
      self.init(
        translated("the vault does not accept a request with these values; nothing was changed"),
        hint: translated("check them: a title, a tag or the name of a field is one line of 1 to 200 bytes"), .usage)
    case .notText:
      self.init(
        translated("this is not text that could be filled in: it is not UTF-8, or contains control characters; nothing was stored"),
        hint: translated("convert it first, for example: iconv -f ISO-8859-1 -t UTF-8"), .usage)
    case .badValue where failure.detail == "user":
      self.init(
        translated("this user name is not valid; nothing was stored or changed"),
        hint: translated("a user name is one line of at most 1024 bytes"), .usage)
    case .badValue:
      self.init(
        translated("\(Presenter.printable(failure.detail ?? translated("a value"))) is not valid; nothing was stored or changed"),
        hint: translated("write a month as 2029-08 or 08/29 and a day as 1990-12-31; everything except an address is a single line"), .usage
      )
    case .noNextCode: self.init(translated("this code is counter-based, so there is no next code to show"))
    case .unsupportedProtocol:
      self.init(
        translated("the running vault belongs to a different version of Passfold than this command; nothing was changed"),
        hint: translated("log out and back in, or end passfold-broker; the next command starts it again"),
        .notRunning)
    case .noSuchPart:
      self.init(
        translated("the entry has no such note, field or secret; nothing was released"),
        hint: translated("show what it has: passfold show QUERY"), .notFound)
    case .loginExists:
      let lines = (failure.matches ?? []).map { "\n  \($0.record)  \(Presenter.name(of: $0))" }
      self.init(
        translated("the site already has a login for this account; nothing was stored:") + lines.joined(),
        hint: translated("give it the new password: --update RECORD; or keep both: --separate"))
    case .wrongKind:
      self.init(
        translated("this is not possible with an entry of that kind; nothing was changed"),
        hint: translated("show what it is: passfold show QUERY"))
    case .codeDoesNotMatch:
      self.init(
        translated("that is not a code of this set-up; it stays unconfirmed and nothing was changed"),
        hint: translated("type the code that is shown now; if it is refused again, check the clock: passfold clock"))
    case .notPending:
      self.init(translated("this set-up is already confirmed; nothing was changed"))
    case .badMigration:
      self.init(
        translated("the export cannot be read (\(failure.detail.map(Presenter.printable) ?? translated("unknown"))); nothing was stored"),
        hint: translated("export the accounts again, and read every one of the QR codes"))
    case .nothingToRestore:
      self.init(translated("no entry in the trash matches"), hint: translated("list the trash: passfold trash"), .notFound)
    case .noSuchHistory:
      self.init(
        translated("its history has no such number; nothing was changed"),
        hint: translated("list the numbers: passfold show QUERY --history"), .notFound)
    default: return nil
    }
  }

  private init(setUpFailure failure: VaultFailure) {
    let position = failure.position.map { $0 + 1 }
    let reason =
      switch failure.detail {
      case "missingSecret": translated("it has no secret")
      case "secretNotBase32": Self.foreignCharacter(failure)
      case "secretIncomplete": translated("its secret is incomplete: characters are missing at the end")
      case "secretTooLong": translated("its secret is longer than any service uses")
      case "secretTooShort": translated("its secret is too short to be safe")
      case "unknownAlgorithm": translated("it uses an unknown algorithm (known are SHA1, SHA256 and SHA512)")
      case "unsupportedAlgorithm": translated("it uses an algorithm that Passfold does not support (it supports SHA1, SHA256 and SHA512)")
      case "digitsOutOfRange": translated("its number of digits is not between 6 and 10")
      case "periodOutOfRange": translated("its period is not between a second and a day")
      case "counterOutOfRange": translated("its counter is not a number")
      case "notASetupURL": translated("it does not begin with otpauth: or apple-otpauth:")
      case "unknownType": translated("it sets up an unknown kind of code")
      case "duplicateParameter": translated("one of its parameters occurs twice")
      case "invalidPercentEncoding", "controlCharacter":
        position.map { translated("it is malformed, at character \($0)") } ?? translated("it is malformed")
      case "tooLong": translated("it is too long")
      default: position.map { translated("it cannot be read, at character \($0)") } ?? translated("it cannot be read")
      }
    // A copy of the same link would have the same values.
    let isOfValues = ["unknownAlgorithm", "unsupportedAlgorithm", "digitsOutOfRange", "periodOutOfRange"].contains(failure.detail)
    self.init(
      translated("the set-up link or secret cannot be used: \(reason); nothing was stored"),
      hint: isOfValues ? nil : translated("copy it from the service again, in full"))
  }

  /// Names the character that is not Base32, and the character that was probably meant.
  private static func foreignCharacter(_ failure: VaultFailure) -> String {
    let character = failure.character.map(Presenter.printable).flatMap { $0.isEmpty ? nil : $0 }
    let text =
      switch (character, failure.position.map { $0 + 1 }) {
      case (let character?, let position?):
        translated("its secret contains '\(character)', which is not valid, at character \(position) (only A to Z and 2 to 7 are)")
      case (let character?, nil): translated("its secret contains '\(character)', which is not valid (only A to Z and 2 to 7 are)")
      case (nil, let position?):
        translated("its secret contains a character that is not valid, at character \(position) (only A to Z and 2 to 7 are)")
      case (nil, nil): translated("its secret contains a character that is not valid (only A to Z and 2 to 7 are)")
      }
    return failure.suggestion.map { translated("\(text); perhaps \(Presenter.printable($0)) was meant") } ?? text
  }
}
