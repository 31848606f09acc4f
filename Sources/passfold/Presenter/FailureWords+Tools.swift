// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

extension FailureWords {
  /// Finds the words for what this computer lacks or a tool did not do.
  init(ofTools failure: CommandFailure) {
    switch failure {
    case .noClipboard:
      self.init(
        translated("there is no clipboard here: it needs a graphical session with wl-copy (Wayland) or xclip (X11)"),
        hint: translated("without --copy the code is printed; on Debian: apt install wl-clipboard (or xclip)"))
    case .clipboardFailed(let program): self.init(translated("\(program) could not reach the clipboard; nothing was copied"))
    case .noFullScreen:
      self.init(
        translated("the live list needs a terminal that can move its cursor, and this is none"),
        hint: translated("passfold code --watch --plain prints a line for each new code"), .usage)
    case .surfaceRefused(let code):
      self.init(
        translated("the broker does not let this program show its questions (\(Presenter.printable(code))); nothing was changed"),
        hint: translated("use the passfold that belongs to the broker that runs"))
    case .programMissing(let name): self.init(translated("the program \(Presenter.printable(name)) is not installed; nothing was changed"))
    case .programFailed(let name):
      self.init(translated("the program \(Presenter.printable(name)) did not do its work; nothing was changed"))
    case .nobodyToAsk(let what):
      self.init(translated("\(what) must be said, and there is no terminal to ask on; nothing was changed"), .usage)
    case .qrNotRead(let fault): self.init(qrFault: fault)
    case .pictureNotRead(let file, let fault):
      let words = FailureWords(qrFault: fault)
      self.init("\(Presenter.printable(file)): \(words.message)", hint: words.hint, words.status)
    case .terminalTooSmall(let columns, let rows):
      self.init(
        translated("the terminal is too small for the QR code, which needs \(columns) columns and \(rows) rows"),
        hint: translated("make it larger or its letters smaller, or write a file: --output FILE.png"))
    case .notASetUpLink:
      self.init(
        translated("that is no set-up link: it begins with none of otpauth:, apple-otpauth: and otpauth-migration:; nothing was stored"),
        hint: translated("for a bare secret: passfold add code --service DOMAIN --user NAME"), .usage)
    case .fileMissing(let path):
      self.init(translated("\(Presenter.printable(path)) is not there; nothing was changed"), hint: translated("install Passfold again"))
    case .pictureExists(let path):
      self.init(
        translated("\(Presenter.printable(path)) exists already and was left as it is; nothing was written"),
        hint: translated("name a new file: --output FILE"),
        .usage)
    case .nothingPending:
      self.init(
        translated("no such set-up waits for a confirmation; nothing was changed"), hint: translated("see what is there: passfold list"),
        .notFound)
    case .nothingToChange:
      self.init(
        translated("nothing was said that is to change"),
        hint: translated("for example passfold edit shop --title Shop, or --secret-stdin for a new password; passfold help edit has all"),
        .usage)
    case .storeNotOpened(let entry):
      self.init(
        translated("gpg did not decrypt \(Presenter.printable(entry)); nothing was stored, and the store is as it was"),
        hint: translated("see what it says: gpg --decrypt FILE"), .notUnlocked)
    case .importNeedsWord:
      self.init(
        translated("there is no terminal to ask on, so nothing was stored"),
        hint: translated("read the report with --dry-run, then store with --yes"), .usage)
    case .exchangeFailed(let fault): self.init(exchangeFault: fault)
    case .missingQuery:
      self.init(
        translated("it was not said which credential is meant"), hint: translated("add a word of its title, service or account"), .usage)
    case .badValue(let option): self.init(translated("the value of --\(option) cannot be used; nothing was changed"), .usage)
    case .unknownPictureKind(let path):
      self.init(translated("\(Presenter.printable(path)) ends with neither .png nor .svg; nothing was written"), .usage)
    case .siteTimeUnknown(let fault): self.init(siteTimeFault: fault)
    case .brokerHungUp:
      self.init(
        translated("Passfold's broker ended the conversation; nothing was changed"), hint: translated("run the command again"), .notRunning)
    case .providerUnknown(let name):
      self.init(
        translated("no installed provider, or more than one, is called \(Presenter.printable(name)); nothing was changed"),
        hint: translated("see their identifiers: passfold providers list"), .notFound)
    case .settingsNotSaved(let unreadable):
      self.init(
        unreadable
          ? translated("your decision about providers could not be kept, because the former ones cannot be read; nothing was changed")
          : translated("your decision about providers could not be kept; nothing was changed"),
        hint: unreadable
          ? translated("mend or remove passfold/providers.json in your configuration folder, then end the broker")
          : translated("see that the disk is not full"))
    case .browserUnknown(let name):
      self.init(
        translated("no connected browser is called \(Presenter.printable(name)); nothing was changed"),
        hint: translated("see them: passfold browser list"),
        .notFound)
    case .browsersUnreadable:
      self.init(
        translated("the list of connected browsers cannot be read, so none is let in; nothing was changed"),
        hint: translated(
          "mend or remove passfold/browsers.json in your state folder, then end the broker; connect your browsers again if it was removed"))
    case .browsersNotSaved:
      self.init(
        translated("the list of connected browsers could not be kept; nothing was changed"),
        hint: translated("see that the disk is not full, and that passfold/browsers.json in your state folder is yours"))
    case .makesNoPasskeys:
      self.init(
        translated("that provider makes no passkeys or is off; nothing was changed"),
        hint: translated("see what is on: passfold providers list"))
    case .accessNotAgreed(let provider):
      self.init(translated("\(Presenter.printable(provider)) stays off, because you did not agree to what it reaches; nothing was changed"))
    case .accessChanged:
      self.init(
        translated("what the provider reaches has changed meanwhile; nothing was changed"),
        hint: translated("see what it reaches now, and decide again"))
    case .nothingToCompensate:
      self.init(translated("the clock is right as far as could be measured, so there is nothing to correct"))
    default: self.init(translated("it could not be done; nothing was changed"))
    }
  }

  private init(qrFault: CommandFailure.QRFault) {
    switch qrFault {
    case .noneFound:
      self.init(
        translated("there is no QR code to be found there; nothing was stored"),
        hint: translated("make it larger or sharper, and show it whole"), .notFound)
    case .severalFound:
      self.init(
        translated("there are several QR codes there; nothing was stored"), hint: translated("show only the one that is meant"), .notFound)
    case .partsMissing:
      self.init(
        translated("there are some parts of a QR code and not all of them; nothing was stored"),
        hint: translated("show all its pictures at once"), .notFound)
    case .fileMissing: self.init(translated("there is no such file; nothing was stored"))
    case .fileUnreadable: self.init(translated("the file cannot be read; nothing was stored"))
    case .tooLarge:
      self.init(translated("the picture is too large; nothing was stored"), hint: translated("cut out the part with the QR code"))
    case .notAnImage:
      self.init(
        translated("that is not a picture that can be read; nothing was stored"), hint: translated("PNG, JPEG and WebP can be read"))
    case .damaged:
      self.init(translated("the picture is damaged; nothing was stored"), hint: translated("make the picture again, or save it as PNG"))
    case .noClipboard:
      self.init(
        translated("there is no clipboard to read here; nothing was stored"), hint: translated("save the picture and name it: --qr FILE"))
    case .clipboardToolMissing:
      self.init(
        translated("nothing here can read the clipboard; nothing was stored"),
        hint: translated("install wl-clipboard (Wayland) or xclip (X11)"))
    case .clipboardHoldsNoPicture:
      self.init(
        translated("the clipboard holds neither a picture nor a set-up link; nothing was stored"),
        hint: translated("copy the picture itself"))
    case .noScreen:
      self.init(
        translated("there is no screen to read here; nothing was stored"), hint: translated("save a screenshot and name it: --qr FILE"))
    case .screenRefused:
      self.init(
        translated("the desktop gave no screenshot; nothing was stored"), hint: translated("save a screenshot and name it: --qr FILE"))
    case .timedOut:
      self.init(
        translated("the picture did not come in time; nothing was stored"), hint: translated("try again, or save it and name it: --qr FILE")
      )
    }
  }

  private init(siteTimeFault: CommandFailure.SiteTimeFault) {
    switch siteTimeFault {
    case .notHTTPS: self.init(translated("the site must be given as https://…: time from elsewhere can be forged"), .usage)
    case .notReached:
      self.init(
        translated("the site was not reached; nothing was changed"), hint: translated("see whether the network works, or name another site")
      )
    case .certificate:
      self.init(
        translated("the site's certificate is not valid, so its time is not believed; nothing was changed"),
        hint: translated("a clock that is wrong by days has this effect too: set it roughly right first"))
    case .cached:
      self.init(translated("the site gave a stored answer with an old time; nothing was changed"), hint: translated("name another site"))
    case .noDate:
      self.init(translated("the site told no time that can be read; nothing was changed"), hint: translated("name another site"))
    case .slow:
      self.init(
        translated("the site took too long for its time to be of use; nothing was changed"),
        hint: translated("try again or name another site"))
    }
  }
}
