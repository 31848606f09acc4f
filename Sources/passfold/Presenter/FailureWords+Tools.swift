// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

extension FailureWords {
  /// Finds the words for something that this computer lacks or that a tool did not do.
  init(ofTools failure: CommandFailure) {
    switch failure {
    case .noClipboard:
      self.init(
        translated("there is no clipboard here: it requires a graphical session with wl-copy (Wayland) or xclip (X11)"),
        hint: translated("without --copy the code is printed; on Debian: apt install wl-clipboard (or xclip)"))
    case .clipboardFailed(let program): self.init(translated("\(program) could not access the clipboard; nothing was copied"))
    case .noFullScreen:
      self.init(
        translated("the live list needs a terminal that can move its cursor, and this one cannot"),
        hint: translated("passfold code --watch --plain prints a line for each new code"), .usage)
    case .surfaceRefused(let code):
      self.init(
        translated("the broker does not let this program show its questions (\(Presenter.printable(code))); nothing was changed"),
        hint: translated("use the passfold command of the running broker's version"))
    case .programMissing(let name): self.init(translated("the program \(Presenter.printable(name)) is not installed; nothing was changed"))
    case .programFailed(let name):
      self.init(translated("the program \(Presenter.printable(name)) failed; nothing was changed"))
    case .nobodyToAsk(let what):
      self.init(translated("\(what) is required, and there is no terminal to ask on; nothing was changed"), .usage)
    case .qrNotRead(let fault): self.init(qrFault: fault)
    case .pictureNotRead(let file, let fault):
      let words = FailureWords(qrFault: fault)
      self.init("\(Presenter.printable(file)): \(words.message)", hint: words.hint, words.status)
    case .terminalTooSmall(let columns, let rows):
      self.init(
        translated("the terminal is too small for the QR code, which needs \(columns) columns and \(rows) rows"),
        hint: translated("enlarge it or use a smaller font, or write a file: --output FILE.png"))
    case .notASetUpLink:
      self.init(
        translated("that is not a set-up link: it does not begin with otpauth:, apple-otpauth: or otpauth-migration:; nothing was stored"),
        hint: translated("for a bare secret: passfold add code --service DOMAIN --user NAME"), .usage)
    case .fileMissing(let path):
      self.init(translated("\(Presenter.printable(path)) does not exist; nothing was changed"), hint: translated("install Passfold again"))
    case .nothingPending:
      self.init(
        translated("no such set-up is waiting for confirmation; nothing was changed"), hint: translated("list the entries: passfold list"),
        .notFound)
    case .nothingToChange:
      self.init(
        translated("no change was specified; nothing was changed"),
        hint: translated(
          "for example passfold edit shop --title Shop, or --secret-stdin for a new password; passfold help edit lists all options"),
        .usage)
    case .storeNotOpened(let entry):
      self.init(
        translated("gpg could not decrypt \(Presenter.printable(entry)); nothing was stored, and the password store is unchanged"),
        hint: translated("see the error message: gpg --decrypt FILE"), .notUnlocked)
    case .importNeedsWord:
      self.init(
        translated("there is no terminal to ask on, so nothing was stored"),
        hint: translated("check the report with --dry-run, then import with --yes"), .usage)
    case .exchangeFailed(let fault): self.init(exchangeFault: fault)
    case .missingQuery:
      self.init(
        translated("no entry was specified; nothing was changed"), hint: translated("add a word from its title, service or account"), .usage
      )
    case .badValue(let option): self.init(translated("the value of --\(option) is not valid; nothing was changed"), .usage)
    case .unknownPictureKind(let path):
      self.init(translated("\(Presenter.printable(path)) does not end with .png or .svg; nothing was written"), .usage)
    case .siteTimeUnknown(let fault): self.init(siteTimeFault: fault)
    case .brokerHungUp:
      self.init(
        translated("Passfold's broker closed the connection; nothing was changed"), hint: translated("run the command again"), .notRunning)
    case .providerUnknown(let name):
      self.init(
        translated("no installed provider has the name \(Presenter.printable(name)), or more than one does; nothing was changed"),
        hint: translated("list their identifiers: passfold providers list"), .notFound)
    case .settingsNotSaved(let unreadable):
      self.init(
        unreadable
          ? translated("your decision about providers could not be saved, because the existing ones cannot be read; nothing was changed")
          : translated("your decision about providers could not be saved; nothing was changed"),
        hint: unreadable
          ? translated("fix or delete passfold/providers.json in your configuration folder, then restart the broker")
          : translated("check whether the disk is full"))
    case .browserUnknown(let name):
      self.init(
        translated("no connected browser has the name \(Presenter.printable(name)); nothing was changed"),
        hint: translated("list them: passfold browser list"),
        .notFound)
    case .browsersUnreadable:
      self.init(
        translated("the list of connected browsers cannot be read, so no browser can connect; nothing was changed"),
        hint: translated(
          "fix or delete passfold/browsers.json in your state folder, then restart the broker; if you delete it, connect your browsers again"
        ))
    case .browsersNotSaved:
      self.init(
        translated("the list of connected browsers could not be saved; nothing was changed"),
        hint: translated("check whether the disk is full, and whether passfold/browsers.json in your state folder belongs to you"))
    case .makesNoPasskeys:
      self.init(
        translated("that provider cannot create passkeys or is off; nothing was changed"),
        hint: translated("list the providers: passfold providers list"))
    case .accessNotAgreed(let provider):
      self.init(translated("\(Presenter.printable(provider)) stays off, because you did not agree to its access; nothing was changed"))
    case .accessChanged:
      self.init(
        translated("the access that the provider wants has changed in the meantime; nothing was changed"),
        hint: translated("check the access it wants now, and decide again"))
    case .nothingToCompensate:
      self.init(translated("as far as could be measured, the clock is right, so there is nothing to correct"))
    default: self.init(translated("this could not be done; nothing was changed"))
    }
  }

  private init(qrFault: CommandFailure.QRFault) {
    switch qrFault {
    case .noneFound:
      self.init(
        translated("no QR code was found; nothing was stored"),
        hint: translated("make it larger or sharper, and show all of it"), .notFound)
    case .severalFound:
      self.init(
        translated("there are several QR codes; nothing was stored"), hint: translated("show only the one you mean"), .notFound)
    case .partsMissing:
      self.init(
        translated("some parts of the QR code are missing; nothing was stored"),
        hint: translated("show all of its pictures at the same time"), .notFound)
    case .fileMissing: self.init(translated("there is no such file; nothing was stored"))
    case .fileUnreadable: self.init(translated("the file cannot be read; nothing was stored"))
    case .tooLarge:
      self.init(translated("the picture is too large; nothing was stored"), hint: translated("cut out the part with the QR code"))
    case .notAnImage:
      self.init(
        translated("the picture cannot be read; nothing was stored"), hint: translated("Passfold reads PNG, JPEG and WebP"))
    case .damaged:
      self.init(translated("the picture is damaged; nothing was stored"), hint: translated("take the picture again, or save it as PNG"))
    case .noClipboard:
      self.init(
        translated("there is no clipboard here; nothing was stored"), hint: translated("save the picture and specify it: --qr FILE"))
    case .clipboardToolMissing:
      self.init(
        translated("no installed program can read the clipboard; nothing was stored"),
        hint: translated("install wl-clipboard (Wayland) or xclip (X11)"))
    case .clipboardHoldsNoPicture:
      self.init(
        translated("the clipboard contains neither a picture nor a set-up link; nothing was stored"),
        hint: translated("copy the picture itself"))
    case .noScreen:
      self.init(
        translated("there is no screen here; nothing was stored"), hint: translated("save a screenshot and specify it: --qr FILE"))
    case .screenRefused:
      self.init(
        translated("the desktop provided no screenshot; nothing was stored"),
        hint: translated("save a screenshot and specify it: --qr FILE"))
    case .timedOut:
      self.init(
        translated("the picture did not arrive in time; nothing was stored"),
        hint: translated("try again, or save the picture and specify it: --qr FILE")
      )
    }
  }

  private init(siteTimeFault: CommandFailure.SiteTimeFault) {
    switch siteTimeFault {
    case .notHTTPS: self.init(translated("the site must be given as https://…: the time from any other source can be forged"), .usage)
    case .notReached:
      self.init(
        translated("the site could not be reached; nothing was changed"),
        hint: translated("check whether the network works, or use another site")
      )
    case .certificate:
      self.init(
        translated("the site's certificate is not valid, so its time cannot be trusted; nothing was changed"),
        hint: translated("a clock that is wrong by days also causes this: set it roughly right first"))
    case .cached:
      self.init(translated("the site returned a cached answer with an old time; nothing was changed"), hint: translated("use another site"))
    case .noDate:
      self.init(translated("the site gave no readable time; nothing was changed"), hint: translated("use another site"))
    case .slow:
      self.init(
        translated("the site took too long for its time to be useful; nothing was changed"),
        hint: translated("try again, or use another site"))
    }
  }
}
