// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation
import LocalTransport
import Testing
import VaultProtocol
import passfold_vault

@Suite("Callers of the management endpoint")
struct ManagementCallerTests {
  @Test("a caller's terminal comes from the kernel instead of its hello, and its display is ignored")
  func terminal() async throws {
    let pair = try ConnectedPair()
    defer { pair.close() }
    let json = #"{"protocol":1,"role":"cli","place":{"terminal":"/dev/pts/424242","display":":9","terminalType":"xterm"}}"#
    let hello = try MessageCoding.decode(VaultHello.self, from: Array(json.utf8))
    let caller = try #require(ManagementCaller(hello: hello, connection: pair.served) { _ in "/usr/bin/thing" })
    let own = PeerProcess(number: getpid()).flatMap { ControllingTerminal(ofProcess: getpid(), heldBy: $0) }
    #expect(caller.terminal.name == own?.path && caller.terminal.type == "xterm")
    let program = await caller.program
    #expect(program.hasPrefix("the program /usr/bin/thing") && !program.contains("424242"))
  }

  @Test("only the process that started the vault speaks for a browser or settings, with a cleaned name")
  func browser() async throws {
    let pair = try ConnectedPair()
    defer { pair.close() }
    func caller(_ hello: VaultHello, startedBy system: Int32?) -> ManagementCaller? {
      ManagementCaller(hello: hello, connection: pair.served, system: system) { _ in "/usr/bin/thing" }
    }
    let hello = VaultHello(role: .browser, browser: "Chromium\nsays yes")
    #expect(caller(hello, startedBy: nil) == nil)
    #expect(caller(hello, startedBy: getppid()) == nil)
    #expect(caller(VaultHello(role: .browser), startedBy: getpid()) == nil)
    let popup = try #require(caller(hello, startedBy: getpid()))
    let program = await popup.program
    #expect(popup.role == .browser && program == "the popup in Chromiumsays yes" && popup.session == nil)
    #expect(popup.terminal.name == nil)
    let settings = VaultHello(role: .settings, program: "/usr/libexec/passfold/passfold-window\nsays yes")
    #expect(caller(settings, startedBy: nil) == nil)
    #expect(caller(settings, startedBy: getppid()) == nil)
    #expect(caller(VaultHello(role: .settings), startedBy: getpid()) == nil)
    let window = try #require(caller(settings, startedBy: getpid()))
    let shown = await window.program
    #expect(window.role == .settings && shown == "the program /usr/libexec/passfold/passfold-windowsays yes" && window.session == nil)
    #expect(window.terminal.name == nil)
  }

  @Test("only a child of the process that started the vault is the carrier, and it may only ask for tasks")
  func carrier() throws {
    let pair = try ConnectedPair()
    defer { pair.close() }
    func caller(startedBy system: Int32?) -> ManagementCaller? {
      ManagementCaller(hello: VaultHello(role: .sync), connection: pair.served, system: system) { _ in "/usr/bin/thing" }
    }
    #expect(caller(startedBy: nil) == nil)
    #expect(caller(startedBy: getpid()) == nil)
    let carrier = try #require(caller(startedBy: getppid()))
    #expect(carrier.role == .sync && carrier.session == nil && carrier.terminal.name == nil)
    #expect(ReleasePolicy.mayAsk(.carry(VaultCall.CarryStep(.next, in: .work)), .sync))
    for call in [VaultCall.status, .unlock, .lock, .syncStatus, .devices, .offerDevice, .list(.init(query: ""))] {
      #expect(!ReleasePolicy.mayAsk(call, .sync))
    }
    for role in [VaultHello.Role.browser, .monitor] {
      for call in [VaultCall.carry(VaultCall.CarryStep(.next, in: .work)), .offerDevice, .admitDevice, .syncStep(.init(.resume)), .devices]
      {
        #expect(!ReleasePolicy.mayAsk(call, role))
      }
    }
  }

  @Test("a window may make the user's requests, but not for logs or the clock")
  func window() {
    let asked: [VaultCall] = [
      .status, .unlock, .lock, .create, .replaceRecoveryKey, .list(), .trash(), .erase(), .importStep(.init(.begin)),
      .exportStep(.init(.begin)),
      .exportSetUp(.init(query: "x")), .addEntry(.init(kind: .note, title: "x")), .attach(.init(query: "x", name: "y", bytes: 1)),
      .sendPart(.init(transfer: "x")), .openAttachment(.init(query: "x", name: "y")), .takePart(.init(transfer: "x")),
      .removeAttachment(.init(query: "x", name: "y")), .syncStep(.init(.exchange)), .syncStep(.init(.leave)), .syncStep(.init(.resume)),
      .syncStep(.init(.accept)), .synchronise(.init(place: "https://sync.example")),
      .joinAccount(.init(place: "https://sync.example")), .finishJoining, .recover, .changePassphrase,
      .recoverAccount(.init(place: "https://sync.example", account: "0")), .check, .snapshots, .takeSnapshot,
      .restoreVault(.init(snapshot: "x")), .repairVault, .choosePIN, .chooseFinger, .forgetPIN, .chooseIdleTime(.init(seconds: 300)),
    ]
    for call in asked { #expect(ReleasePolicy.mayAsk(call, .window)) }
    let refused: [VaultCall] = [
      .releases(.init()), .devices, .syncStatus,
      .compensateClock(.init(seconds: 1)), .carry(.init(.next, in: .work)),
    ]
    for call in refused { #expect(!ReleasePolicy.mayAsk(call, .window)) }
  }
}
