// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Synchronization
import Testing

@Suite("The identity and roles of a caller")
struct CallerIdentityTests {
  private static let host = "/usr/libexec/passfold/passfold-browser-host"

  private static func caller(
    _ executable: String?, packaging: CallerIdentity.Packaging? = nil, runs: Bool = true
  ) -> CallerIdentity {
    CallerIdentity(user: 1000, process: 7, executable: executable, packaging: packaging) { runs }
  }

  @Test("only the installation's own browser host, running and unsandboxed, gets the browser role")
  func browserRole() {
    #expect(ClientRole(.browser, of: Self.caller(Self.host), browserHost: Self.host) == .browser)
    #expect(ClientRole(.browser, of: Self.caller("/usr/bin/python3"), browserHost: Self.host) == nil)
    #expect(ClientRole(.browser, of: Self.caller(nil), browserHost: Self.host) == nil)
    #expect(ClientRole(.browser, of: Self.caller(nil), browserHost: nil) == nil)
    #expect(ClientRole(.browser, of: Self.caller(Self.host, runs: false), browserHost: Self.host) == nil)
    #expect(ClientRole(.browser, of: Self.caller(Self.host, packaging: .flatpak("org.example.App")), browserHost: Self.host) == nil)
  }

  @Test("any program may take the app and command roles")
  func otherRoles() {
    #expect(ClientRole(.app, of: Self.caller("/usr/bin/python3"), browserHost: Self.host) == .app)
    #expect(ClientRole(.cli, of: Self.caller(nil), browserHost: Self.host) == .cli)
  }

  @Test("a caller without the browser role cannot make a page's request", arguments: [ClientRole.app, .cli, .surface, .settings])
  func pageRequests(role: ClientRole) async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let client = await harness.broker.attach(as: role, caller: Self.caller("/usr/bin/python3")) { answer, _ in
      harness.seen.answers.withLock { $0.append(answer) }
    }
    await harness.broker.receive(
      .request(id: 1, .suggestions(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode))), from: client)
    #expect(harness.lastFailure?.code == "notAllowedHere")
    #expect(harness.lastFailure?.detail == "role")
  }

  @Test("a Flatpak's information needs a valid application name and instance")
  func flatpak() {
    let information = "[Application]\nname=org.example.App\nruntime=r/x86_64/47\n\n[Instance]\nname=other\ninstance-id=1234567\n"
    let claim = FlatpakClaim(information: information)
    #expect(claim?.identifier == "org.example.App" && claim?.instance == "1234567")
    for text in [
      "", "name=org.example.App", "[Instance]\nname=org.example.App\ninstance-id=1",
      "[Application]\nname=../../x.y\n[Instance]\ninstance-id=1",
      "[Application]\nname=x\n[Instance]\ninstance-id=1", "[Application]\nname=org.example.App",
      "[Application]\nname=org.example.App\n[Instance]\ninstance-id=../1",
    ] {
      #expect(FlatpakClaim(information: text) == nil)
    }
  }

  @Test("a caller in an unknown sandbox gets no trusted role and no name")
  func unknownBox() {
    let caller = Self.caller(Self.host, packaging: .unknown)
    #expect(ClientRole(.browser, of: caller, browserHost: Self.host) == nil)
    #expect(ClientRole(.surface, of: caller, browserHost: nil, surfaces: [Self.host]) == nil)
    #expect(ClientRole(.settings, of: caller, browserHost: nil) == nil)
    #expect(ApplicationIdentifier(of: caller) == nil)
    #expect(caller.programName == nil)
  }

  @Test("a process that has executed another program since it connected has no application identifier")
  func replaced() {
    #expect(ApplicationIdentifier(of: Self.caller("/app/x", packaging: .flatpak("org.example.App"))) != nil)
    #expect(ApplicationIdentifier(of: Self.caller("/app/x", packaging: .flatpak("org.example.App"), runs: false)) == nil)
  }

  @Test("a snap's scope counts only for a program inside the snap that snapd vouches for")
  func snap() {
    let groups = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/snap.shop.shop-7f1e.scope\n"
    func packaging(_ groups: String, _ executable: String?, isVouchedFor: Bool = true) -> CallerIdentity.Packaging? {
      CallerIdentity.Packaging(controlGroups: groups, executable: executable) { isVouchedFor && $0 == "shop" }
    }
    #expect(packaging(groups, "/snap/shop/12/bin/shop") == .snap("shop"))
    #expect(packaging(groups, "/snap/shop/12/bin/shop", isVouchedFor: false) == .unknown)
    #expect(packaging(groups, "/snap/shopper/12/bin/shop") == nil)
    #expect(packaging(groups, "/opt/shop/shop") == nil)
    #expect(packaging(groups, nil) == nil)
    #expect(packaging("0::/user.slice/app-x.scope\n", "/snap/shop/12/bin/shop") == nil)
  }

  @Test("a desktop file gives the application's identifier, name and program")
  func desktopFile() throws {
    let text = """
      # A comment
      [Desktop Entry]
      Type = Application
      Name=Shop\\sTill
      Name[de]=Kasse
      Exec="/opt/The Shop/\\\\"till" --open %U
      [Desktop Action New]
      Exec=/bin/other
      """
    let application = try #require(DesktopApplication(parsing: text, path: "/usr/share/applications/org.example.Shop.desktop"))
    #expect(application.identifier == "org.example.Shop")
    #expect(application.name == "Shop Till")
    #expect(application.program == "/opt/The Shop/\"till")
  }

  @Test(
    "a file that starts no program is no application",
    arguments: [
      "", "[Desktop Entry]\nType=Link\nName=x\nExec=y", "[Desktop Entry]\nType=Application\nName=x",
      "[Desktop Entry]\nType=Application\nName=x\nExec=\"y", "[Desktop Entry]\nType=Application\nHidden=true\nName=x\nExec=y",
      "Type=Application\nName=x\nExec=y",
    ])
  func noApplication(text: String) {
    #expect(DesktopApplication(parsing: text, path: "/x.desktop") == nil)
  }

  @Test("prompts show the application's name, or else the program's file name, without characters that hide or reorder text")
  func displayName() throws {
    let text = "[Desktop Entry]\nType=Application\nName=Sh\u{202E}op\nExec=shop"
    let application = try #require(DesktopApplication(parsing: text, path: "/a/org.example.Shop.desktop"))
    var caller = Self.caller("/usr/bin/shop")
    #expect(caller.displayName == "shop")
    #expect(caller.applicationIdentifier == nil)
    caller.application = application
    #expect(caller.displayName == "Shop")
    #expect(caller.applicationIdentifier == "org.example.Shop")
    caller.packaging = .flatpak("org.example.Boxed")
    #expect(caller.applicationIdentifier == "org.example.Boxed")
  }
}
