// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import PresentedViews
import SecretMemory
import Testing
import VaultProtocol
import passfold

@Suite("The command's output")
struct PresenterTests {
  private let text = Presenter(format: .text, usesColor: false)
  private let json = Presenter(format: .json, usesColor: false)
  private let entries = [
    VaultEntry(record: "01", kind: .password, title: "Shop", services: ["shop.example"], user: "anne"),
    VaultEntry(record: "02", kind: .oneTimeCode, title: "Bank of Example", services: [], user: ""),
  ]

  @Test("aligns the list and ends no line with spaces")
  func list() {
    #expect(
      text.list(.init(entries: entries)) == """
        TITLE            ACCOUNT  KIND           SERVICE
        Shop             anne     password       shop.example
        Bank of Example           one-time code

        """)
    #expect(text.list(.init(entries: [])) == "The vault is empty. Add something: passfold add login, passfold add code\n")
  }

  @Test("says how many entries a shortened list omits, but not in JSON")
  func cutList() {
    let cut = VaultAnswer.EntryList(entries: [entries[0]], total: 340)
    #expect(
      text.list(cut) == """
        TITLE  ACCOUNT  KIND      SERVICE
        Shop   anne     password  shop.example
        and 339 more; --limit shortened the list

        """)
    #expect(text.trash(cut).hasSuffix("\nand 339 more; --limit shortened the list\n"))
    #expect(json.list(cut) == json.list(.init(entries: [entries[0]])))
  }

  @Test("shortens a very long cell and aligns the others accordingly, and JSON has the full text")
  func longCell() {
    let name = String(repeating: "x", count: 50_000)
    let list = VaultAnswer.EntryList(entries: [
      VaultEntry(record: "03", kind: .passkey, title: name, services: ["shop.example"], user: name), entries[0],
    ])
    let lines = text.list(list).split(separator: "\n").map(String.init)
    let cut = String(repeating: "x", count: 99) + "…"
    #expect(lines[1] == "\(cut)  \(cut)  passkey   shop.example")
    #expect(lines[2].hasPrefix("Shop" + String(repeating: " ", count: 98) + "anne"))
    #expect(text.trash(list).utf8.count < 2000)
    #expect(json.list(list).contains(name))
  }

  @Test("has the list as one line of JSON")
  func jsonList() {
    #expect(
      json.list(.init(entries: [entries[0]]))
        == #"[{"kind":"password","record":"01","services":["shop.example"],"title":"Shop","user":"anne"}]"# + "\n")
  }

  @Test("shows the release log with recipients and how to see older entries")
  func releases() {
    let rows = [
      VaultAnswer.Release(
        number: 9, time: 0, kind: .code, door: .autoFill, record: "02", title: "Bank\u{202E}", user: "anne", recipient: "bank.example"),
      VaultAnswer.Release(
        number: 8, time: 0, kind: .codes, door: .management, title: "The codes of all accounts", user: "",
        recipient: "the program /usr/bin/passfold on /dev/pts/3 (process 7)"),
    ]
    let printed = text.releases(VaultAnswer.ReleaseList(rows: rows, total: 9, missing: 2))
    let lines = printed.split(separator: "\n")
    #expect(lines.first?.hasPrefix("NUMBER  WHEN") == true)
    #expect(lines[1].hasPrefix("9 ") && lines[1].contains("one-time code  Bank ") && lines[1].hasSuffix("AutoFill, for bank.example"))
    #expect(lines[2].hasSuffix("the program /usr/bin/passfold on /dev/pts/3 (process 7)"))
    #expect(lines[3] == "Older ones: passfold log --before 8")
    #expect(lines[4].hasPrefix("warning: 2 entries of this log are missing or damaged."))
    #expect(text.releases(VaultAnswer.ReleaseList(rows: [], total: 0, missing: 0)) == "Nothing left the vault in the last 90 days.\n")
    #expect(json.releases(VaultAnswer.ReleaseList(rows: [], total: 0, missing: 0)) == #"{"missing":0,"rows":[],"total":0}"# + "\n")
  }

  @Test("has only the code, or the code inside its JSON")
  func code() {
    let issued = VaultAnswer.IssuedCode(entry: entries[0], validFrom: 30, validUntil: 60)
    let code = SharedSecret(copying: "123456".utf8)
    #expect(revealed(text.code(issued, code: code, next: code)) == "123456\n")
    #expect(
      revealed(json.code(issued, code: code, next: nil))
        == #"{"code":"123456","entry":{"kind":"password","record":"01","services":["shop.example"],"title":"Shop","user":"anne"},"validFrom":30,"validUntil":60}"#
        + "\n")
  }

  @Test("names a code's account and how long the code is valid")
  func codeNote() {
    let issued = VaultAnswer.IssuedCode(entry: entries[0], validFrom: 30, validUntil: 60)
    #expect(text.codeNote(issued, now: 40.5, isNext: false) == "Shop (anne): valid for 20 seconds\n")
    #expect(text.codeNote(issued, now: 29, isNext: true) == "Shop (anne): valid in 1 second\n")
    #expect(
      text.codeNote(VaultAnswer.IssuedCode(entry: entries[0]), now: 0, isNext: false)
        == "Shop (anne): new code from the counter, use it once\n")
  }

  @Test("confirms that an entry was added and the vault unlocked, locked or created")
  func acts() {
    #expect(text.added(entries[1]) == "Added one-time code for Bank of Example.\n")
    #expect(text.done(.unlocked) == "The vault is unlocked.\n")
    #expect(text.done(.locked) == "The vault is locked.\n")
    #expect(text.done(.created).hasPrefix("Your vault is ready and unlocked.\nNext: "))
    #expect(json.done(.locked) == "{\"done\":\"locked\"}\n")
  }

  private var browser: BrowserReport {
    BrowserReport(place: BrowserPlace(userDataFolder: "/m"), state: .registered, host: "/host")
  }

  private func report(_ vault: VaultStatus?, running: Bool = true, filesExist: Bool = true) -> StatusReport {
    StatusReport(
      vault: vault, vaultFilesExist: filesExist, folder: "/v",
      broker: StatusReport.Broker(running: running, providers: running ? [ProviderStatusValue(name: "Passfold", state: "unlocked")] : []),
      browsers: [browser])
  }

  @Test("shows vault, broker, providers, browsers, counts and this terminal's grant")
  func status() {
    let vault = VaultStatus(
      state: .unlocked, folder: "/v", counts: ["password": 1, "one-time-code": 2], terminalHasGrant: true, locksAfter: 600)
    #expect(
      text.status(report(vault)) == """
        Vault      unlocked: 1 password, 0 passkeys, 2 one-time codes
                   locks itself after 10 minutes without use
                   /v
        Broker     running
        Providers  Passfold: unlocked
        Browsers   Chromium: registered
        Terminal   codes are available without further questions

        """)
  }

  @Test("shows the synchronisation state in the status, if the vault reports it")
  func syncStatus() {
    let vault = VaultStatus(state: .unlocked, folder: "/v", counts: [:], terminalHasGrant: false, locksAfter: 600)
    func lines(_ state: VaultAnswer.SyncStatus.State, pending: Int = 0, problem: String? = nil, detail: String? = nil) -> [Substring] {
      var report = self.report(vault)
      var sync = VaultAnswer.SyncStatus(state: state, pending: pending)
      (sync.problem, sync.detail) = (problem, detail)
      report.sync = sync
      let lines = text.status(report).split(separator: "\n")
      guard let start = lines.firstIndex(where: { $0.hasPrefix("Devices") }) else { return [] }
      return lines[start..<(lines.firstIndex { $0.hasPrefix("Broker") } ?? start)].map { $0.dropFirst(11) }
    }
    #expect(lines(.off) == ["on this computer only"])
    #expect(lines(.current) == ["in sync"])
    #expect(lines(.working, pending: 3) == ["synchronising now", "3 entries are waiting to be sent"])
    var carrying = VaultAnswer.SyncStatus(state: .current)
    carrying.files = VaultAnswer.FilesOnTheirWay(outgoing: 0, incoming: 2)
    #expect(text.syncStatus(carrying).contains("2 files are on their way from your other devices.\n"))
    #expect(text.syncStatus(carrying.short).contains("2 files are on their way from your other devices.\n"))
    var files = VaultAnswer.FilesOnTheirWay(outgoing: 1, incoming: 1)
    (files.refused, files.problem) = (1, "quotaExceeded")
    carrying.files = files
    let told = text.syncStatus(carrying)
    for words in [
      "1 file is on its way to your other devices.", "1 file arrived with contents that no other device encrypted, so it was not kept.",
      "Passfold will request it again.", "Files are waiting: your account uses all the storage that the server allows it.",
    ] { #expect(told.contains(words), "\(told)") }
    #expect(lines(.locked, pending: 1) == ["synchronised while the vault is unlocked", "1 entry is waiting to be sent"])
    #expect(lines(.waiting, problem: "unreachable", detail: "no-connection") == ["not in sync: the server cannot be reached"])
    #expect(lines(.stopped, problem: "rolledBack") == ["STOPPED: the server or folder went back to an earlier state; passfold sync status"])
    var report = self.report(nil, running: false)
    #expect(!text.status(report).contains("Devices"))
    report.sync = VaultAnswer.SyncStatus(state: .off)
    #expect(json.status(report).contains(#""sync":{"pending":0,"state":"off"}"#))
  }

  @Test("distinguishes a locked vault, one that is not running, a missing one and an unusable one")
  func vaultStates() {
    func firstLine(_ report: StatusReport) -> Substring? { text.status(report).split(separator: "\n").first }
    let locked = VaultStatus(state: .locked, folder: "/v", terminalHasGrant: false, locksAfter: 600)
    #expect(firstLine(report(locked)) == "Vault      locked")
    #expect(firstLine(report(nil, running: false)) == "Vault      locked (not running)")
    #expect(firstLine(report(nil, running: false, filesExist: false)) == "Vault      none yet; create one: passfold init")
    let damaged = VaultStatus(state: .unreadable, fault: .vaultDamaged, folder: "/v", terminalHasGrant: false, locksAfter: 600)
    #expect(firstLine(report(damaged)) == "Vault      the vault's files differ from what Passfold wrote; nothing was changed")
    var half = report(nil, running: false)
    half.surroundings.isHalf = true
    #expect(firstLine(half) == firstLine(report(damaged)))
  }

  @Test("names the snapshots of a vault that is gone before it explains how to create another")
  func vaultGone() {
    var gone = VaultStatus(state: .noVault, folder: "/v", terminalHasGrant: false, locksAfter: 600)
    gone.copies = 2
    var silent = report(nil, running: false, filesExist: false)
    silent.surroundings.copyCount = 2
    for report in [report(gone), silent] {
      let told = text.status(report)
      #expect(told.hasPrefix("Vault      there is no vault, but 2 snapshots of one\n"))
      #expect(told.contains("passfold vault restore NAME") && !told.contains("passfold init"))
    }
    let words = FailureWords(VaultFailure(.noVault, detail: "1"))
    #expect(words.message == "there is no vault, but a snapshot of one" && words.status == .noVault)
    #expect(words.hint?.contains("passfold vault snapshots") == true)
    #expect(FailureWords(VaultFailure(.noVault)).message == "there is no vault yet")
  }

  @Test("says that nothing is damaged if a check found a leftover copy, and what to do with it")
  func leftBehind() {
    let finding = VaultAnswer.Finding(subject: "file", name: "vault.new-1f", title: nil, problem: "leftBehind")
    let report = VaultAnswer.CheckReport(findings: [finding], total: 1, records: 2, snapshots: 0, complete: true)
    #expect(report.damaged == 0)
    let told = text.checked(report)
    #expect(
      told.contains("vault.new-1f") && told.contains("remove it") && told.hasSuffix("Nothing is damaged: 2 entries and 0 snapshots.\n"))
  }

  @Test("has the status as JSON without explanatory texts")
  func jsonStatus() {
    #expect(
      json.status(report(nil, running: false))
        == #"{"broker":{"providers":[],"running":false},"browsers":[{"browser":"chromium","host":"/host","manifest":"/m/NativeMessagingHosts/org.passfold.browser_host.json","name":"Chromium","packaging":"native","profiles":[],"start":"browser","state":"registered"}],"folder":"/v","vaultFilesExist":true}"#
        + "\n")
  }

  private func place(_ browser: KnownBrowser, _ packaging: BrowserPackaging = .native) throws -> BrowserPlace {
    try #require(BrowserPlace.all(in: BrowserSurroundings(home: "/h")).first { $0.browser == browser && $0.packaging == packaging })
  }

  @Test("says what was done with each browser and what remains to be done by hand")
  func browserChanges() throws {
    let chromium = try place(.chromium)
    let changes = [
      BrowserChange(place: chromium, outcome: .installed), BrowserChange(place: try place(.firefox, .snap), outcome: .alreadyThere),
      BrowserChange(place: try place(.brave, .flatpak), outcome: .notPossible),
      BrowserChange(place: try place(.edge), outcome: .failed, failure: .system(path: "/h/.config/microsoft-edge", errorNumber: 28)),
    ]
    #expect(
      text.installed(changes, extensionFolder: "/e")
        == """
        Registered with Chromium: /h/.config/chromium/NativeMessagingHosts/org.passfold.browser_host.json
        Already registered with Firefox (snap): /h/.mozilla/native-messaging-hosts/org.passfold.browser_host.json
          A helper outside its sandbox must start the host; passfold browser status shows whether there is one
        Not possible with Brave (Flatpak): its sandbox does not let it start programs outside, and it uses no helper
        Failed for Edge: /h/.config/microsoft-edge: no space left on device; nothing was changed there

        Next, add the extension yourself; browsers do not let another program do that:
          Chromium: open chrome://extensions, switch on "Developer mode", click "Load unpacked" and choose
            /e/chromium
          Firefox: open about:debugging#/runtime/this-firefox, click "Load Temporary Add-on" and choose
            /e/firefox/manifest.json
            The extension is gone when Firefox ends. Firefox ESR, Developer Edition and Nightly keep it if xpinstall.signatures.required is false in about:config.
        Then click Passfold's button in the browser and choose "Connect this browser".

        """)
    #expect(text.removed([BrowserChange(place: chromium, outcome: .nothingThere)]) == "No browser was registered.\n")
    #expect(text.removed([BrowserChange(place: chromium, outcome: .leftChanged)]).hasPrefix("Not changed, because it was modified"))
  }

  @Test("shows each browser's chain and how to fix its first broken link")
  func browserChain() throws {
    var registered = BrowserReport(place: try place(.chromium), state: .registered, host: "/host")
    registered.program = "/usr/bin/chromium"
    registered.profiles = ["/h/.config/chromium"]
    registered.extension = ExtensionSighting(state: .present, profiles: ["Default"])
    registered.connected = ["Chromium"]
    let broker = StatusReport.Broker(running: true, providers: [ProviderStatusValue(name: "Passfold", state: "unlocked")])
    let whole = BrowserChain(browsers: [registered], broker: broker)
    #expect(
      text.browsers(whole) == """
        Chromium
          program     /usr/bin/chromium
          profiles    /h/.config/chromium
          host        registered, /h/.config/chromium/NativeMessagingHosts/org.passfold.browser_host.json
          extension   in profile "Default"
          connected   Chromium

        Passfold
          broker      running
          provider    Passfold: unlocked

        """)
    #expect(whole.isWhole)

    func next(_ change: (inout BrowserReport) -> Void) -> String? {
      var report = registered
      change(&report)
      let line = text.browsers(BrowserChain(browsers: [report], broker: broker)).split(separator: "\n").first { $0.hasPrefix("  next") }
      return line.map { String($0.dropFirst(14)) }
    }
    #expect(next { _ in } == nil)
    #expect(next { $0.state = .notRegistered } == "passfold browser install chromium")
    #expect(next { $0.state = .changed } == "check the manifest; passfold browser install chromium --replace writes a new one")
    #expect(next { $0.extension?.state = .disabled } == "switch the extension on: chrome://extensions")
    #expect(
      next {
        $0.extension?.state = .notSeen
        $0.connected = []
      } == "add the extension: passfold browser install tells you how")
    #expect(next { $0.connected = [] } == "click Passfold's button in the browser and choose \"Connect this browser\"")
    #expect(!BrowserChain(browsers: [], broker: broker, brokerFault: "no broker").isWhole)
    #expect(text.browsers(BrowserChain(browsers: [], broker: broker)).hasPrefix("No browser was found."))
  }

  @Test("lists an entry's files with readable sizes and without control characters in their names")
  func attachments() {
    var details = EntryDetails(entry: entries[0])
    #expect(text.attachments(details) == "Shop (anne) has no files. Attach one: passfold attach WORD FILE\n")
    #expect(json.attachments(details) == "[]\n")
    details.attachments = [
      AttachedFile(name: "a\u{202E}fdp.exe", bytes: 1), AttachedFile(name: "b.png", bytes: 10 << 20, mediaType: "image/png", added: 0),
      AttachedFile(name: "c", bytes: 70_000),
    ]
    let lines = text.attachments(details).split(separator: "\n")
    #expect(lines.count == 4 && lines[1].hasPrefix("afdp.exe  1 byte") && lines[2].contains("10.0 MiB  image/png"))
    #expect(lines[3].contains("69 KiB"))
    #expect(json.attachments(details).contains(#""bytes":70000,"name":"c""#))
    #expect(!text.attachments(details).contains("WHERE"), "no WHERE column is shown if no file is missing")
    details.attachments?[1].missing = .onItsWay
    details.attachments?[2].missing = .refused
    let missing = text.attachments(details).split(separator: "\n")
    #expect(missing[0].hasSuffix("WHERE") && missing[1].hasSuffix("here") && missing[2].hasSuffix("on its way from another device"))
    #expect(missing[3].hasSuffix("rejected: something else arrived in its place"))
    #expect(json.attachments(details).contains(#""missing":"onItsWay""#))
    let state = VaultAnswer.AttachmentState(entry: entries[0], file: AttachedFile(name: "c", bytes: 70_000))
    #expect(text.attached(state) == "Attached c (69 KiB) to Shop (anne).\n")
    #expect(text.saved(state, to: "./c") == "Saved c (69 KiB) as ./c, which only you can read.\n")
    #expect(text.detached(entries[0], "c").hasPrefix("Erased c from Shop (anne)."))
    #expect(text.details(details).contains("Files"))
  }

  @Test("introduces itself to a new user")
  func introduction() {
    for word in ["passfold init", "passfold browser install", "passfold code", "passfold help COMMAND"] {
      #expect(Presenter.introduction.contains(word))
    }
    #expect(Presenter.introduction.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test("omits characters that could control the terminal or change the text direction")
  func printable() {
    #expect(Presenter.printable("a\u{1B}[31m\u{202E}b\nc\u{7}") == "a[31mbc")
  }

  @Test("emphasises headings only if colours are enabled")
  func emphasis() {
    #expect(Presenter(format: .text, usesColor: true).list(.init(entries: entries)).hasPrefix("\u{1B}[1mTITLE"))
  }

  @Test("of the doctor quotes a provider's last output and does not call a failed provider as declared")
  func doctor() {
    var provider = ProviderSettingsValue(
      identifier: "org.example.shop", name: "Shop", folder: "/shop", capabilities: [], isEnabled: true, position: 0, state: "failed",
      faults: 1, isDefaultForPasskeys: false, findings: [])
    #expect(text.doctor([provider]) == "Shop (org.example.shop): as declared\n  Sandbox: none\n")
    provider.lastFault = ProviderFaultValue(reason: "exited", number: 1, lastLine: "noPrincipalClass: shop.Wrong\u{1B}[2J", time: 0)
    let told = text.doctor([provider])
    #expect(told.hasPrefix("Shop (org.example.shop): something is wrong\n") && told.contains("noPrincipalClass: shop.Wrong"))
    #expect(!told.contains("\u{1B}") && provider.needsLook)
    #expect(text.providers([provider]).contains("Shop, last fault: "))
  }

  @Test("lists enabled providers before disabled ones, with their state")
  func providersThatAreOff() throws {
    let values = [("off.first", nil), ("on.first", 0), ("off.last", nil), ("on.last", 1)].map { identifier, position in
      ProviderSettingsValue(
        identifier: identifier, name: identifier, folder: "/p", capabilities: [], isEnabled: position != nil, position: position,
        state: position == nil ? "unreadable" : "ready", faults: 0, isDefaultForPasskeys: false, findings: [])
    }
    let rows = text.providers(values).split(separator: "\n").dropFirst().map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(rows == ["1 on.first", "2 on.last", "off off.first", "off off.last"])
    let listed = try JSONDecoder().decode([ProviderSettingsValue].self, from: Data(json.providers(values).utf8))
    #expect(listed.map(\.identifier) == ["on.first", "on.last", "off.first", "off.last"])
    #expect(listed.map(\.isEnabled) == [true, true, false, false])
  }
}
