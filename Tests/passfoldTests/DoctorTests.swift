// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Foundation
import Testing
import VaultProtocol
import passfold

@Suite("The installation doctor")
struct DoctorTests {
  /// A healthy installation, to which a test makes one change.
  private func facts(_ change: (inout DoctorFacts) throws -> Void = { _ in }) rethrows -> DoctorFacts {
    var chromium = BrowserReport(place: place(.chromium), state: .registered, host: "/usr/libexec/passfold/passfold-browser-host")
    chromium.extension = ExtensionSighting(state: .present, profiles: ["Alice's own"])
    chromium.connected = ["Chromium"]
    let provider = ProviderSettingsValue(
      identifier: "org.passfold.vault", name: "Passfold", folder: "/usr/lib/passfold/providers/Passfold.provider", capabilities: [],
      isEnabled: true, position: 0, state: "unlocked", faults: 0, isDefaultForPasskeys: true, findings: [], sandbox: "active")
    var facts = DoctorFacts(
      version: "1.2.3", parts: InstalledParts(prefix: "/home/alice/.local"), session: .ready, prompt: ("pinentry", true),
      folder: "/home/alice/.local/share/passfold/vault", rights: .closed, vaultFilesExist: true,
      vault: VaultStatus(
        state: .unlocked, folder: "/home/alice/.local/share/passfold/vault", counts: ["password": 3], terminalHasGrant: true,
        locksAfter: 600),
      providers: [provider], browsers: [chromium], sync: VaultAnswer.SyncStatus(state: .current))
    try change(&facts)
    return facts
  }

  private func place(_ browser: KnownBrowser) -> BrowserPlace {
    let places = BrowserPlace.all(in: BrowserSurroundings(home: "/home/alice"))
    return places.first { $0.browser == browser && $0.packaging == .native } ?? BrowserPlace(userDataFolder: "/none")
  }

  private func report(_ change: (inout DoctorFacts) throws -> Void = { _ in }) rethrows -> DoctorReport {
    DoctorReport(try facts(change), home: "/home/alice")
  }

  /// The findings other than ok.
  private func faults(_ change: (inout DoctorFacts) throws -> Void) rethrows -> [DoctorFinding] {
    try report(change).findings.filter { $0.state != .ok }
  }

  @Test("a healthy installation has nothing to fix and one line for each part")
  func well() throws {
    let report = try report()
    #expect(!report.isBroken && report.findings.allSatisfy { $0.state == .ok && $0.mend == nil })
    #expect(Set(report.findings.map(\.area)) == Set(DoctorFinding.Area.allCases))
    #expect(
      Presenter(format: .text, usesColor: false).doctor(report) == """
        Passfold 1.2.3
        Programs   ok    all programs are in ~/.local
        Session    ok    only you can access the session's folder
        Prompts    ok    pinentry asks for the passphrase
        Vault      ok    the vault is in ~/.local/share/passfold/vault, unlocked
        Broker     ok    the broker answers
        Sandbox    ok    each provider runs in a sandbox
        Providers  ok    allowed to fill in: Passfold
        Browsers   ok    Chromium finds Passfold, connected
        Devices    ok    synchronisation works

        Everything is in order.

        """)
  }

  @Test("each fault has its own code and names its remedy")
  func mends() throws {
    let cases: [(String, DoctorFinding.State, String, (inout DoctorFacts) throws -> Void)] = [
      ("programsMissing", .broken, "install Passfold again", { $0.parts.missing = ["passfold-qr"] }),
      ("windowMissing", .attention, "apt install passfold-gtk", { $0.parts.leftOut = ["passfold-window"] }),
      ("otherCopyInPath", .attention, "first in PATH", { $0.parts.copyInPath = "/usr" }),
      ("sessionTemporary", .attention, "systemd or elogind", { $0.session = .temporary }),
      (
        "sessionUnusable", .broken, "XDG_RUNTIME_DIR",
        { $0.session = .unusable(FailureWords(CommandFailure.unsafeFolder(path: "/run/user/1/passfold"))) }
      ),
      ("unitAsleep", .attention, "systemctl --user enable --now passfold-broker.socket", { $0.unit = .asleep }),
      ("promptMissing", .broken, "apt install pinentry", { $0.prompt = ("pinentry", false) }),
      ("vaultFolderOpen", .broken, "chmod 700 ~/'.local/share/passfold/vault'", { $0.rights = .open }),
      ("vaultFileOpen", .broken, "chmod 600", { $0.rights = .openFile }),
      ("vaultFolderForeign", .broken, "ls -ld", { $0.rights = .foreign }),
      ("databaseDamaged", .broken, "passfold vault snapshots", { $0.files.isDatabaseDamaged = true }),
      (
        "copiesFolderOpen", .broken, "chmod 700 ~/'.local/share/passfold/vault.snapshots'",
        { ($0.files.copies, $0.files.copiesFolder) = (.open, "/home/alice/.local/share/passfold/vault.snapshots") }
      ),
      ("copyOpen", .broken, "chmod 600", { $0.files.copies = .openFile }),
      ("copiesFolderForeign", .broken, "ls -ld", { $0.files.copies = .foreign }),
      ("promptNeedsTerminal", .attention, "update-alternatives --config pinentry", { $0.promptNeedsTerminal = true }),
      ("decisionsUnreadable", .broken, "passfold/providers.json", { $0.unreadable = [.providers] }),
      ("browsersUnreadable", .broken, "passfold/browsers.json", { $0.unreadable = [.browsers] }),
      ("noVault", .attention, "passfold init", { $0.vaultFilesExist = false }),
      (
        "vaultGone", .attention, "passfold vault restore",
        {
          $0.vaultFilesExist = false
          $0.surroundings.copyCount = 2
        }
      ),
      (
        "vaultUnreadable", .broken, "passfold vault repair",
        {
          $0.vault = nil
          $0.surroundings.isHalf = true
        }
      ),
      ("vaultLeftover", .attention, "passfold unlock", { $0.surroundings.leftovers = ["vault.new-1f"] }),
      ("vaultUnreadable", .broken, "belong to you", { $0.vault?.state = .unreadable }),
      ("vaultSetBack", .broken, "passfold vault check", { $0.vault?.setBack = 1 }),
      ("recoveryKeyMissed", .attention, "passfold recovery-key", { $0.vault?.recoveryKeyMissed = true }),
      (
        "brokerSilent", .broken, "says why it stopped",
        { $0.brokerFault = FailureWords(CommandFailure.brokerSilent(log: "/run/user/1/passfold/broker.log")) }
      ),
      ("namespacesForbidden", .broken, "user namespaces", { $0.providers[0].sandbox = "namespacesForbidden" }),
      ("bubblewrapMissing", .broken, "apt install bubblewrap", { $0.providers[0].sandbox = "bubblewrapMissing" }),
      ("noProvider", .broken, "passfold providers enable", { $0.providers[0].isEnabled = false }),
      ("providerNeedsLook", .attention, "passfold providers doctor 'Passfold'", { $0.providers[0].findings = ["executableMissing"] }),
      (
        "providerTurnedOff", .attention, "passfold providers enable 'org.passfold.vault'",
        { $0.providers[0].notice = ProviderNoticeValue(reason: "faults", time: 0) }
      ),
      ("noBrowser", .attention, "passfold browser install", { $0.browsers = [] }),
      ("notRegistered", .attention, "passfold browser install chromium", { $0.browsers[0].state = .notRegistered }),
      ("hostMissing", .broken, "passfold browser install chromium", { $0.browsers[0].state = .programMissing }),
      ("manifestChanged", .broken, "--replace", { $0.browsers[0].state = .changed }),
      ("extensionDisabled", .attention, "chrome://extensions", { $0.browsers[0].extension?.state = .disabled }),
      ("notConnected", .attention, "Connect this browser", { $0.browsers[0].connected = [] }),
      ("syncStopped", .broken, "passfold sync", { $0.sync?.state = .stopped }),
      ("syncWaiting", .attention, "passfold sync", { $0.sync?.state = .waiting }),
      ("syncKeptAside", .attention, "passfold sync", { $0.sync?.quarantined = 2 }),
      (
        "clockDiffers", .attention, "timedatectl",
        {
          $0.sync?.clockLead = 315_360_000
          $0.sync?.clockWitness = "server"
        }
      ),
    ]
    let full = faults {
      $0.sync?.state = .waiting
      $0.sync?.problem = "quotaExceeded"
    }
    #expect(full.first?.words == "not in sync: your account uses all the storage that the server allows it", "the cause is reported")
    for (code, state, mend, change) in cases {
      let faults = try faults(change)
      #expect(faults.map(\.code) == [code], "\(code)")
      let fault = try #require(faults.first)
      #expect(fault.state == state && !fault.words.isEmpty, "\(code)")
      #expect(try #require(fault.mend, "\(code)").contains(mend), "\(code): \(fault.mend ?? "")")
      #expect(try report(change).isBroken == (state == .broken), "\(code)")
    }
  }

  @Test("the home folder is written as ~ where a shell expands it, but no similarly named folder is")
  func home() throws {
    for (folder, mend) in [
      ("/home/alice/a vault", "chmod 700 ~/'a vault'"), ("/home/alice", "chmod 700 ~"),
      ("/home/alice2/vault", "chmod 700 '/home/alice2/vault'"),
      ("/home/alice.old", "chmod 700 '/home/alice.old'"), ("/srv/home/alice/vault", "chmod 700 '/srv/home/alice/vault'"),
    ] {
      let found = try #require(faults { ($0.rights, $0.folder) = (.open, folder) }.first)
      #expect(found.mend == mend)
      #expect(found.words.contains(mend.dropFirst(10).filter { $0 != "'" }))
    }
  }

  @Test("a readable list of breached passwords is fine, but a readable snapshot and a damaged database are reported")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "passfold-files-\(UUID().uuidString)").path
    defer {
      try? FileManager.default.removeItem(atPath: folder)
      try? FileManager.default.removeItem(atPath: folder + ".snapshots")
    }
    func make(_ path: String, _ text: String, _ mode: Int) throws {
      try Data(text.utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    for path in [folder, folder + ".snapshots"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    #expect(VaultFiles(in: folder).isDatabaseDamaged == false && VaultFiles(in: folder).copies == .closed)
    try make(folder + "/breached-passwords", "0123", 0o644)
    #expect(FolderRights(of: folder) == .closed)
    try make(folder + "/breached-passwords", "0123", 0o664)
    #expect(FolderRights(of: folder) == .openFile)
    try make(folder + "/vault.sqlite", "SQLite format 3\0 and so on", 0o600)
    #expect(!VaultFiles(in: folder).isDatabaseDamaged)
    for text in ["", "SQL", "garbage, and quite a lot of it"] {
      try make(folder + "/vault.sqlite", text, 0o600)
      #expect(VaultFiles(in: folder).isDatabaseDamaged, "\(text)")
    }
    try make(folder + ".snapshots/copy.passfold", "copy", 0o644)
    #expect(VaultFiles(in: folder).copies == .openFile)
  }

  @Test("the report contains no home folder, account, service or profile, so it is safe to paste")
  func pasteable() throws {
    let report = report { facts in
      facts.browsers[0].extension = ExtensionSighting(state: .disabled, profiles: ["Alice's own"])
      facts.sync?.place = "https://sync.alice.example"
      facts.rights = .open
    }
    let text = Presenter(format: .text, usesColor: false).doctor(report)
    let json = Presenter(format: .json, usesColor: false).doctor(report)
    for secret in ["/home/alice", "Alice's own", "sync.alice.example"] { #expect(!text.contains(secret) && !json.contains(secret)) }
    struct Read: Decodable {
      struct Finding: Decodable { let area, state, code, words: String }
      let version: String
      let findings: [Finding]
    }
    let read = try JSONDecoder().decode(Read.self, from: Data(json.utf8))
    #expect(read.version == "1.2.3" && read.findings.contains { $0.code == "vaultFolderOpen" && $0.state == "broken" })
    #expect(text.hasSuffix("\n1 check failed. Nothing was changed; the line below it says how to fix it.\n"))
  }

  @Test("the permissions of the vault's folder and of its files are distinguished without reading them")
  func rights() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "passfold-rights-\(UUID().uuidString)").path
    #expect(FolderRights(of: folder) == .missing)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    chmod(folder, 0o755)
    #expect(FolderRights(of: folder) == .open)
    chmod(folder, 0o700)
    #expect(FolderRights(of: folder) == .closed)
    #expect(FileManager.default.createFile(atPath: folder + "/vault.sqlite", contents: Data()))
    chmod(folder + "/vault.sqlite", 0o600)
    #expect(FolderRights(of: folder) == .closed)
    chmod(folder + "/vault.sqlite", 0o640)
    #expect(FolderRights(of: folder) == .openFile)
    #expect(FolderRights(of: folder, user: geteuid() + 1) == .foreign)
    #expect(FolderRights(of: folder + "/vault.sqlite") == .foreign)
  }
}
