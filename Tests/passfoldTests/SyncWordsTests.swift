// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PresentedViews
import SecretMemory
import Testing
import VaultProtocol
import passfold

@Suite("The texts about synchronisation")
struct SyncWordsTests {
  private let presenter = Presenter(format: .text, usesColor: false)

  /// Reads the source files that define the codes, so that a new code cannot be forgotten here.
  private static func source(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static func codes(in path: String) throws -> [(name: String, isAlarm: Bool)] {
    let codes = try source(path).matches(of: /Code\("(\w+)"(, isAlarm: false)?\)/).map { (String($0.1), $0.2 == nil) }
    try #require(codes.count > 10)
    return codes
  }

  private func stopped(by code: String) -> VaultAnswer.SyncStatus {
    var status = VaultAnswer.SyncStatus(state: .stopped)
    (status.place, status.problem, status.device, status.raised) = ("https://sync.example", code, "desk", 1_800_000_000)
    return status
  }

  private func waiting(_ problem: String, _ detail: String?) -> VaultAnswer.SyncStatus {
    var status = VaultAnswer.SyncStatus(state: .waiting, pending: 1)
    (status.place, status.problem, status.detail) = ("https://sync.example", problem, detail)
    return status
  }

  /// Whether a text contains a code that is not an ordinary word.
  private func names(_ code: String, in text: String) -> Bool {
    guard code.contains(where: { $0.isUppercase || $0 == "_" || $0 == "-" }) else { return text.contains("(\(code))") }
    return text.contains(code)
  }

  @Test("each alarm says what happened, what was not lost and what to do, and shows no code")
  func alarms() throws {
    let alarms = try Self.codes(in: "Sources/SyncModel/SyncModelError.swift").filter(\.isAlarm).map(\.name)
    #expect(alarms.count >= 25)
    for code in alarms {
      let words = SyncAlarmWords(stopped(by: code))
      let text = presenter.syncStatus(stopped(by: code))
      #expect(!names(code, in: text), "\(code): \(text)")
      #expect(text.contains(words.what) && text.contains(words.kept) && text.contains(words.next))
      #expect(!words.ways.isEmpty && words.ways.allSatisfy { text.contains($0.command) })
      #expect(!words.next.contains("passfold"), "the same words appear in the settings and name no command")
    }
    // The remaining alarms mean altered data; nothing else uses the default text.
    let altered = SyncAlarmWords(stopped(by: "bodyMismatch")).what
    let rest = alarms.filter { SyncAlarmWords(stopped(by: $0)).what == altered }
    #expect(Set(rest) == ["malformed", "itemsMismatch", "otherAccount", "bodyMismatch", "bodyUnreadable"])
  }

  @Test("each problem that prevents synchronisation has a text without codes")
  func problems() throws {
    let problems = try Self.codes(in: "Sources/VaultSync/VaultSyncError.swift").map(\.name)
    let refusals = try Self.codes(in: "Sources/SyncServer/SyncServerError.swift").map(\.name)
    let carrying = try Self.source("Sources/VaultProtocol/VaultCall+Carrying.swift")
    let failures = carrying.matches(of: /case \w+ = "([a-z-]+)"/).map { String($0.1) }
    #expect(failures.contains("folder-unwritable"))
    let verdicts = try Self.codes(in: "Sources/SyncModel/SyncModelError.swift").filter { !$0.isAlarm }.map(\.name)
    var combinations = problems.map { ($0, String?.none) }
    combinations += refusals.map { ("refused", $0) } + (failures + ["other", "no-carrier"]).map { ("unreachable", $0) }
    combinations += ["no_moving", "not_ready", "no_files"].map { ("refused", $0) }
    combinations += verdicts.map { ("answerMalformed", $0) } + [("refused", "of_a_newer_server"), ("ofANewerVault", nil)]
    for (problem, detail) in combinations {
      let text = presenter.syncStatus(waiting(problem, detail))
      #expect(!names(problem, in: text), "\(problem): \(text)")
      if let detail { #expect(!names(detail, in: text), "\(detail): \(text)") }
      let words = SyncProblemWords(problem: problem, detail: detail)
      #expect(text.contains(words.next) && words.ways.allSatisfy { text.contains($0.command) } && !words.next.contains("passfold"))
      let failure = presenter.failure(FailureWords(.vault(VaultFailure(.syncFailed, detail: detail ?? problem))), onColorTerminal: false)
      #expect(!names(detail ?? problem, in: failure), "\(failure)")
    }
  }

  @Test("each section of the troubleshooting page says what happened, what was not lost and what to do")
  func sections() throws {
    let page = try Self.source("docs/synchronising.md")
    let sections = page.components(separatedBy: "\n### ").dropFirst().map { $0.components(separatedBy: "\n## ")[0] }
    #expect(sections.count >= 15)
    for section in sections {
      for part in ["**What happened.**", "**What was not lost.**", "**What to do.**"] {
        #expect(section.contains(part), "\(part) in \(section.prefix { $0 != "\n" })")
      }
    }
  }

  @Test("a fork is described with its consequences, what to do and both ends")
  func fork() {
    var status = stopped(by: "forked")
    (status.own, status.served, status.raised) = ("12 (ab12cd34)", "12 (99887766)", nil)
    #expect(
      presenter.syncStatus(status) == """
        Synchronisation has stopped: your devices were shown two different histories.
        Nothing is sent or received until you decide. Your vault here is complete and works as usual.
        Compare two of your devices. If their words differ, stop trusting this server or folder. If you know that your own server made a mistake, correct it there. Then stop synchronising here and start again at the same place: the changes from both sides are merged, and nothing is lost.
        To compare, on both devices: passfold devices compare
        To start again: passfold sync stop, then passfold sync use PLACE
        This device: commit 12 (ab12cd34)
        Server or folder: commit 12 (99887766)
        Place: https://sync.example
        Last exchanged: never
        Nothing is waiting to be sent.

        """)
  }

  @Test("a login page in place of the server is recognised, and the text says that Passfold retries")
  func loginPage() {
    #expect(
      presenter.syncStatus(waiting("unreachable", "untrusted-certificate")) == """
        Not in sync: something else answers in place of the server: its certificate is not trusted.
        Everything keeps working here, and Passfold tries again automatically. In a hotel, train or café, sign in to the network in your browser first. If it also happens at home, someone is intercepting the connection to your server, or its certificate has expired: ask its operator.
        Place: https://sync.example
        Last exchanged: never
        1 entry is waiting to be sent.

        """)
  }

  @Test("a rate limit says when the server accepts the next request")
  func leftAlone() {
    var status = waiting("rateLimited", nil)
    status.retryAfter = 701
    #expect(presenter.syncStatus(status).contains("the server accepts the next request in 12 minutes"))
    #expect(presenter.syncStatus(status.short).contains("12 minutes"))
    let failure = FailureWords(.vault(VaultFailure(.syncFailed, detail: "rateLimited", retryAfter: 60)))
    #expect(failure.message.contains("in 1 minute;"))
  }

  @Test("a lost or emptied place says how the account comes back, and a new computer sees nothing about its vault")
  func begunAnew() {
    for (problem, detail) in [("loginRefused", "login_refused"), ("refused", "folder_empty")] {
      let text = presenter.syncStatus(waiting(problem, detail))
      #expect(text.contains("start again at the same place") && text.contains("passfold sync use PLACE"), "\(text)")
    }
    for detail in ["recoveryRefused", "folder-missing", "folder-is-file", "no-connection", "server-fault"] {
      let words = FailureWords(.vault(VaultFailure(.syncNotBegun, detail: detail)))
      #expect(!words.message.contains("your vault") && words.hint?.contains("sync status") == false, "\(words.message) \(words.hint ?? "")")
    }
  }

  @Test("without a grant, the status gives state and reason, but no place, devices or times")
  func shortened() {
    var status = waiting("unreachable", "no-connection")
    (status.own, status.served, status.device, status.quarantined) = ("12 (ab12cd34)", "12 (99887766)", "desk", 2)
    (status.lastComplete, status.raised) = (1_800_000_000, 1_800_000_000)
    status.devices = [.init(number: "aaaaaaaa", name: "desk", isThis: true, lastSeen: nil, isSilent: false)]
    #expect(
      presenter.syncStatus(status.short) == """
        Not in sync: the server cannot be reached.
        Everything keeps working here, and Passfold tries again automatically.
        1 entry is waiting to be sent.
        2 entries are set aside: they are dated more than a year ahead, or were written by a newer version of Passfold. Your existing data was not replaced. Correct the clock that is wrong, here or on the device that wrote this, or update Passfold here, then accept it. Otherwise it takes effect on its date.
        To accept them: passfold sync accept
        For more details in this terminal: passfold unlock

        """)
    let json = Presenter(format: .json, usesColor: false).syncStatus(status.short)
    let told = #"{"detail":"no-connection","pending":1,"problem":"unreachable","quarantined":2,"shortened":true,"state":"waiting"}"#
    #expect(json.filter { !$0.isWhitespace } == told)
    for state in [VaultAnswer.SyncStatus.State.off, .locked] {
      let status = VaultAnswer.SyncStatus(state: state, pending: 1)
      #expect(status.short == status)
    }
  }

  @Test("entries set aside for their date are reported with how to accept them")
  func quarantine() {
    var status = VaultAnswer.SyncStatus(state: .current)
    status.quarantined = 2
    #expect(
      presenter.syncStatus(status) == """
        In sync with your other devices.
        Last exchanged: never
        Nothing is waiting to be sent.
        2 entries are set aside: they are dated more than a year ahead, or were written by a newer version of Passfold. Your existing data was not replaced. Correct the clock that is wrong, here or on the device that wrote this, or update Passfold here, then accept it. Otherwise it takes effect on its date.
        To accept them: passfold sync accept

        """)
  }

  @Test("a computer that just joined is told what is set aside, because its own clock may be wrong")
  func quarantineOfNewcomer() {
    var account = VaultAnswer.JoinedAccount(entries: 0, lastChange: nil, devices: [])
    account.quarantined = 2
    let text = presenter.joined(account)
    #expect(
      text.contains("2 entries are set aside") && text.contains("Correct the clock that is wrong, here or") && text.contains("sync accept"))
  }

  @Test("a device that never appeared can be removed, and files that had not arrived are reported")
  func ghosts() {
    let ghost = VaultAnswer.Device(number: String(repeating: "b", count: 32), name: "vm", isThis: false, lastSeen: nil, isSilent: false)
    #expect(presenter.devices(.init(devices: [ghost], words: [])).contains("passfold devices remove NUMBER"))
    var removed = VaultAnswer.RemovedDevice(device: ghost, known: [], total: 0)
    removed.awaitedFiles = 3
    #expect(presenter.removed(removed).contains("3 files have not reached this computer"))
    removed.wasRemovedBefore = true
    #expect(presenter.removed(removed).hasPrefix("vm was removed before."))
    var files = VaultAnswer.FilesOnTheirWay(outgoing: 0, incoming: 2)
    files.unsent = 1
    #expect(DeviceWords.files(files).contains { $0.contains("No device has sent 1 of them yet") })
  }

  @Test("this computer's clock is named if it is the wrong one, and a future date is marked")
  func clocks() {
    var status = VaultAnswer.SyncStatus(state: .current)
    (status.clockLead, status.clockWitness) = (315_360_000, "server")
    for status in [status, status.short] {
      #expect(presenter.syncStatus(status).contains("This computer's clock is 3650 days behind the server's. Check this computer's date"))
    }
    status.clockLead = -660
    #expect(presenter.syncStatus(status).contains("clock is 11 minutes ahead of the server's."))
    (status.clockLead, status.clockWitness) = (90_000, "devices")
    #expect(presenter.syncStatus(status).contains("at least 1 day behind those of all your other devices."))
    var device = VaultAnswer.Device(
      number: String(repeating: "b", count: 32), name: "vm", isThis: false, lastSeen: 2_000_000_000, isSilent: false)
    device.isAhead = true
    #expect(DeviceWords.seen(device).hasSuffix("(in the future: a clock is wrong)"))
  }

  @Test("the absence of other devices is reported even without a grant, with how to add one")
  func alone() {
    var status = VaultAnswer.SyncStatus(state: .current)
    status.isOnlyDevice = true
    for status in [status, status.short] {
      #expect(presenter.syncStatus(status).hasPrefix("No other device yet.\nTo add one: passfold devices add\n"))
    }
  }

  @Test("a device that is first at a place hears that no other one is there, and what it means if it was removed")
  func firstThere() {
    var status = VaultAnswer.SyncStatus(state: .current)
    status.isFirstThere = true
    for status in [status, status.short] {
      let words = presenter.syncStatus(status)
      #expect(
        words.hasPrefix("Everything is sent, but none of your other devices is at this place yet.\nEnter the place on each of them, too.\n")
      )
      #expect(words.contains("removed this computer") && !words.contains("In sync"))
    }
  }

  @Test("a removed device hears that it cannot move the account, and how to be part of it again", arguments: ["login_refused", nil])
  func removed(detail: String?) {
    let failure = detail.map { VaultFailure(.formerPlaceAway, detail: $0) } ?? VaultFailure(.deviceRemoved)
    let words = presenter.failure(FailureWords(.vault(failure)), onColorTerminal: false)
    for part in ["another device removed", "nothing was changed", "passfold devices join"] { #expect(words.contains(part)) }
  }

  @Test("a folder with another account says how to join it and how to keep both")
  func otherAccount() {
    let words = presenter.failure(FailureWords(.vault(VaultFailure(.otherAccountThere))), onColorTerminal: false)
    for part in ["already contains another account", "nothing was changed", "passfold devices join", "--separate"] {
      #expect(words.contains(part))
    }
  }

  @Test("control characters in a device's name are not printed")
  func names() {
    var status = stopped(by: "removed")
    status.device = "desk\u{1B}[2J"
    #expect(!presenter.syncStatus(status).contains("\u{1B}"))
  }

  @Test("the device list has this device first, with when each was last seen")
  func devices() {
    let number = String(repeating: "0", count: 24)
    let list = VaultAnswer.DeviceList(
      devices: [
        .init(number: "aaaaaaaa" + number, name: "desk", isThis: true, lastSeen: nil, isSilent: false),
        .init(number: "bbbbbbbb" + number, name: nil, isThis: false, lastSeen: nil, isSilent: false),
        .init(number: "cccccccc" + number, name: "old laptop", isThis: false, lastSeen: 1_800_000_000, isSilent: true),
      ], words: ["ripple", "page", "wicker", "example", "celery", "lane"])
    let rows = presenter.devices(list).split(separator: "\n")
    #expect(rows.count == 5 && rows[4].hasSuffix("passfold devices remove NUMBER"))
    #expect(rows[1].hasPrefix("desk (this one)") && rows[1].hasSuffix("now"))
    #expect(rows[2].hasPrefix("Device bbbbbbbb") && rows[2].hasSuffix("not yet"))
    #expect(rows[3].hasSuffix("(not seen for two weeks or more)"))
    #expect(presenter.comparison(list).hasPrefix("ripple page wicker example celery lane\n"))
  }

  @Test("a refused move says why and what was not changed")
  func places() {
    func words(_ code: VaultFailure.Code, _ detail: String? = nil) -> String {
      presenter.failure(FailureWords(.vault(VaultFailure(code, detail: detail))), onColorTerminal: false)
    }
    #expect(words(.placeForked, "forked").contains("a different history of your account than this computer; nothing was changed"))
    #expect(words(.placeForked, "gap").contains("starts after the last change this computer has seen"))
    #expect(words(.formerPlaceAway, "no-connection").contains("nothing was changed"))
    #expect(words(.formerPlaceAway, "no-connection").contains("--former-gone"))
    #expect(words(.movedByAnother).contains("nothing was lost") && words(.movedByAnother).contains("passfold sync stop"))
    #expect(words(.accountIncomplete).contains("cannot move the account; nothing was changed"))
    #expect(words(.alreadySynchronised).contains("already synchronised there"))
    #expect(words(.enrolmentFailed, "withdrawn").contains("its offer was withdrawn there"))
  }

  @Test(
    "the recovery key of a synchronised vault is sent to where it synchronises, whether or not there are other devices",
    arguments: [0, 1, 3])
  func recoveredElsewhere(waiting: Int) {
    let failure = FailureWords(.vault(VaultFailure(.recoveredElsewhere, detail: String(waiting))))
    #expect(failure.message.hasPrefix("your vault is synchronised, so the recovery key has to be used where it synchronises"))
    #expect(failure.message.contains("on this computer only") == (waiting > 0))
    #expect(failure.hint?.contains("passfold devices recover PLACE --account NUMBER") == true)
    #expect(failure.hint?.contains("If you can open another of your devices") == true)
  }

  @Test("an uncertain recovery key is reported with what still opens the vault")
  func recoveryKeyInDoubt() {
    let failure = FailureWords(.vault(VaultFailure(.recoveryKeyInDoubt, detail: "no-connection")))
    let said = presenter.failure(failure, onColorTerminal: false)
    for words in [
      "the server cannot be reached", "it is uncertain which recovery key opens your account", "opens with its passphrase",
      "passfold recovery-key",
    ] {
      #expect(said.contains(words))
    }
  }

  @Test("a renamed device is shown with its new name")
  func renamed() {
    let device = VaultAnswer.Device(
      number: "aaaaaaaa" + String(repeating: "0", count: 24), name: "desk", isThis: true, lastSeen: nil, isSilent: false)
    #expect(presenter.renamed(device) == "Device aaaaaaaa is now called desk (this one).\n")
    let failure = FailureWords(.vault(VaultFailure(.deviceNameTaken)))
    #expect(presenter.failure(failure, onColorTerminal: false).contains("another device already has that name; nothing was changed"))
  }

  @Test("an offer says what to do on the new device and fits in its lines")
  func offer() {
    func text(hasPicture: Bool) -> String {
      Presenter.deviceOffer(
        .init(place: "https://sync.example", seconds: 300), SharedSecret(copying: "ABCDE-FGHIJ".utf8), hasPicture: hasPicture
      ).map { piece in
        switch piece {
        case .text(let text): text
        case .secret(let secret): secret.withBytes { String(decoding: $0, as: UTF8.self) }
        }
      }.joined()
    }
    #expect(
      text(hasPicture: false) == """
        On the new device, run:   passfold devices join https://sync.example
        and type this code:       ABCDE-FGHIJ

        It then shows six digits. Type them into the prompt that appears here.
        The code is valid for 5 minutes and one attempt. Do not show it to anyone else.
        Waiting for the new device, for up to 5 minutes at each step… (Ctrl-C cancels)

        """)
    let lines = text(hasPicture: true).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.contains("or let it read a picture of this:   passfold devices join --qr-image FILE"))
    #expect(lines.count <= Presenter.deviceOfferRows)
  }
}
