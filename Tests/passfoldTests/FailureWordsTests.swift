// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import VaultProtocol
import passfold

@Suite("The texts for failures")
struct FailureWordsTests {
  private let presenter = Presenter(format: .text, usesColor: false)

  private func text(_ failure: CommandFailure) -> String { presenter.failure(FailureWords(failure), onColorTerminal: false) }

  @Test("a wrong passphrase changed nothing")
  func wrongPassphrase() {
    #expect(
      text(.vault(VaultFailure(.wrongPassphrase))) == """
        passfold: error: the passphrase is wrong; nothing was changed
        hint: run the command again to try once more

        """)
    #expect(FailureWords(.vault(VaultFailure(.wrongPassphrase))).status == .notUnlocked)
  }

  @Test("too many wrong passphrases require a wait of the stated time")
  func tooManyAttempts() {
    #expect(
      text(.vault(VaultFailure(.tooManyAttempts, retryAfter: 7.2))) == """
        passfold: error: too many wrong passphrases; you can try again in 8 seconds
        hint: nothing is lost: wait, then run the command again

        """)
    #expect(text(.vault(VaultFailure(.tooManyAttempts, retryAfter: 290))).contains("in 5 minutes"))
  }

  @Test(
    "a bad set-up link is explained",
    arguments: [
      (VaultFailure(.badSetUpLink, detail: "missingSecret"), "it has no secret"),
      (
        VaultFailure(.badSetUpLink, detail: "secretNotBase32", position: 4),
        "its secret contains a character that is not valid, at character 5 (only A to Z and 2 to 7 are)"
      ),
      (VaultFailure(.badSetUpLink, detail: "notASetupURL"), "it does not begin with otpauth: or apple-otpauth:"),
      (VaultFailure(.badSetUpLink, detail: "newReason"), "it cannot be read"),
    ])
  func setUpLinks(failure: VaultFailure, reason: String) {
    #expect(
      text(.vault(failure)) == """
        passfold: error: the set-up link or secret cannot be used: \(reason); nothing was stored
        hint: copy it from the service again, in full

        """)
  }

  @Test("a value that no code can have is not to be copied from the service again")
  func setUpValues() {
    #expect(
      text(.vault(VaultFailure(.badSetUpLink, detail: "unknownAlgorithm"))) == """
        passfold: error: the set-up link or secret cannot be used: it uses an unknown algorithm (known are SHA1, SHA256 and SHA512); \
        nothing was stored

        """)
  }

  @Test("a path cannot control the terminal in a message")
  func paths() {
    for failure in [CommandFailure.system(path: "a\u{1B}[31m", errorNumber: 2), .fileExists(path: "a\u{1B}[31m")] {
      #expect(!text(failure).contains("\u{1B}"))
    }
  }

  @Test(
    "a problem with a file says what happened, what was not lost and what to do",
    arguments: [
      (VaultFailure.Code.attachmentTooLong, "larger than 10 MiB"), (.tooManyAttachments, "at most 64 files and 100 MiB"),
      (.attachmentExists, "already has a file with this name"), (.badAttachmentName, "without slashes"),
      (.noSuchAttachment, "has no file with this name"),
      (.attachmentDamaged, "its other files are intact"), (.transferEnded, "was locked in the meantime"),
      (.recordTooLong, "would exceed 64 KiB"),
      (.attachmentAwaited, "still on their way from another device"),
      (.attachmentRefused, "something else in place of the file, so it was discarded"),
    ])
  func attachments(code: VaultFailure.Code, words: String) {
    let told = text(.vault(VaultFailure(code)))
    #expect(told.contains(words) && told.contains("\nhint: "))
    #expect(["nothing was stored", "nothing was changed", "so nothing was saved", "nothing was saved"].contains { told.contains($0) })
  }

  @Test("a broker that is not running left the vault unchanged")
  func notRunning() {
    #expect(
      text(.brokerSilent(log: "/run/passfold/broker.log")) == """
        passfold: error: Passfold was started but did not respond; the vault is unchanged
        hint: the log says why it stopped: /run/passfold/broker.log, or if systemd starts it: journalctl --user -u passfold-broker

        """)
    #expect(
      text(.brokerMissing(folder: "/usr/bin")) == """
        passfold: error: Passfold is not running, and its broker is not installed next to /usr/bin
        hint: install Passfold again; the vault is a separate file and stays as it is

        """)
    #expect(FailureWords(.vaultSilent(log: "/l")).status == .notRunning)
  }

  @Test("a vault that stopped during a request kept everything stored before")
  func hungUp() {
    #expect(
      text(.hungUp) == """
        passfold: error: the vault stopped during this request; everything stored before is safe
        hint: run the command again; Passfold restarts the vault

        """)
  }

  @Test(
    "an unusable vault was not changed",
    arguments: [VaultFailure.Code.vaultInUse, .vaultUnreadable, .vaultDamaged, .vaultTooNew, .recordOutdated])
  func unusable(code: VaultFailure.Code) {
    let words = FailureWords(.vault(VaultFailure(code)))
    #expect(words.message.hasSuffix("; nothing was changed"))
    #expect(words.hint != nil)
    #expect(words.status == .vaultUnusable)
  }

  @Test(
    "an unavailable PIN says why and what to do",
    arguments: [
      ("chipMissing", "group tss"), ("chipLockedOut", "in a few hours"), ("chipFailed", "use your passphrase"),
    ])
  func noPIN(detail: String, hint: String) {
    let words = FailureWords(.vault(VaultFailure(.pinUnavailable, detail: detail)))
    #expect(words.message.contains("TPM") && words.message.hasSuffix("; nothing was changed"))
    #expect(words.hint?.contains(hint) == true)
  }

  @Test("a missing browser host is reported")
  func noHost() {
    #expect(text(.browserHostMissing(folder: "/usr/bin")).contains("no browser was registered"))
  }

  @Test("an ambiguous query lists the matches without control characters")
  func ambiguous() {
    let matches = ["anne", "b\u{1B}ob"].map {
      VaultEntry(record: "", kind: .oneTimeCode, title: "Shop", services: ["shop.example"], user: $0)
    }
    #expect(
      text(.vault(VaultFailure(.ambiguous, matches: matches))) == """
        passfold: error: several entries match:
          Shop (anne)
          Shop (bob)
        hint: add a word from the service or account

        """)
  }

  @Test("matches with the same name are distinguished by their kinds if these differ")
  func sameNamesOfKinds() {
    let matches = [VaultEntry.Kind.password, .oneTimeCode].map {
      VaultEntry(record: "01", kind: $0, title: "Shop", services: ["shop.example"], user: "anne")
    }
    #expect(
      text(.vault(VaultFailure(.ambiguous, matches: matches))) == """
        passfold: error: several entries match:
          Shop (anne): password
          Shop (anne): one-time code
        hint: specify the kind, for example: --kind password

        """)
  }

  @Test("matches with the same name and kind are distinguished by their records")
  func sameNames() {
    let matches = [("01", nil), ("02", true)].map {
      VaultEntry(record: $0.0, kind: .oneTimeCode, title: "Shop", services: ["shop.example"], user: "anne", pending: $0.1)
    }
    #expect(
      text(.vault(VaultFailure(.ambiguous, matches: matches))) == """
        passfold: error: several entries match:
          01  Shop (anne)
          02  Shop (anne), not confirmed yet
        hint: specify one by its record identifier; passfold show RECORD shows when each was added

        """)
  }

  @Test(
    "each problem with a picture has its own text",
    arguments: [
      "nothingFound", "partsMissing", "fileMissing", "fileUnreadable", "notAFile", "fileTooLarge", "pictureTooLarge", "formatUnknown",
      "empty", "pictureDamaged", "decoderStopped", "noClipboard", "clipboardToolMissing", "clipboardHoldsNoPicture", "clipboardTimedOut",
      "noScreen", "screenRefused", "screenTimedOut", "inputTimedOut",
    ])
  func pictures(code: String) throws {
    let fault = try #require(CommandFailure.QRFault(reported: code))
    let words = FailureWords(.qrNotRead(fault))
    #expect(words.message.contains("nothing was stored"))
    let named = FailureWords(.pictureNotRead(file: "two.png", fault))
    #expect((named.message, named.hint, named.status) == ("two.png: " + words.message, words.hint, words.status))
  }

  @Test("an unknown failure of a newer vault is shown by its code")
  func newerCodes() {
    #expect(
      FailureWords(.vault(VaultFailure(VaultFailure.Code(name: "sunspots")))).message
        == "the vault answered 'sunspots'; nothing was changed")
  }

  @Test("the word error is coloured on a terminal with colours")
  func color() {
    let text = presenter.failure(FailureWords(.emptyInput), onColorTerminal: true)
    #expect(text == "passfold: \u{1B}[31merror:\u{1B}[0m standard input was empty; nothing was stored\n")
  }

  @Test("the exit statuses keep their numbers")
  func statuses() {
    let numbers: [CommandStatus] = [
      .done, .failed, .notFound, .notUnlocked, .noVault, .vaultUnusable, .notRunning, .noPrompt, .usage, .canceled,
    ]
    #expect(numbers.map(\.rawValue) == [0, 1, 3, 4, 5, 6, 7, 8, 64, 130])
  }
}
