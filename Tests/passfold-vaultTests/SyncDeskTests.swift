// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Testing
import VaultProtocol
import passfold_vault

@Suite("Requests about synchronising at the management desk")
struct SyncDeskTests {
  @Test("starting to synchronise always needs the passphrase, even with a grant")
  func passphrase() async {
    let asked = await AskedDesk()
    defer { asked.leave() }
    let window = ManagementCaller(
      role: .window, program: "the program /usr/libexec/passfold/passfold-window",
      session: TerminalSession(id: 7, leaderStart: 1, isWindow: true), terminal: PromptTerminal())
    let calls: [VaultCall] = [
      .synchronise(.init(place: "https://sync.example")), .synchronise(.init(place: "/srv/carried/passfold")),
    ]
    _ = await asked.ask(.unlock, from: window)
    for caller in [AskedDesk.terminal, window] {
      for call in calls {
        let before = asked.household.person.passphraseQuestions.count
        // The user cancels a prompt that they did not ask for.
        #expect(await asked.failure(call, from: caller) == .canceled)
        #expect(asked.household.person.passphraseQuestions.count == before + 1)
      }
    }
    #expect(asked.household.person.confirmations.isEmpty)
  }

  @Test("an invalid place or a request that needs synchronising is refused without a prompt")
  func refused() async {
    let asked = await AskedDesk()
    defer { asked.leave() }
    let before = asked.household.person.passphraseQuestions.count
    #expect(await asked.failure(.synchronise(.init(place: "ftp://sync.example"))) == .badPlace)
    #expect(await asked.failure(.synchronise(.init(place: "Sync/passfold"))) == .badPlace)
    for call in [VaultCall.offerDevice, .syncStep(.init(.leave)), .syncStep(.init(.resume)), .syncStep(.init(.accept)), .admitDevice] {
      #expect(await asked.failure(call) == .notSynchronised)
    }
    #expect(await asked.failure(.finishJoining) == .nothingUnderWay)
    #expect(await asked.failure(.removeDevice(.init(device: "desk"))) == .notSynchronised)
    #expect(await asked.failure(.renameDevice(.init(name: "desk"))) == .notSynchronised)
    #expect(asked.household.person.passphraseQuestions.count == before)
  }

  @Test("settings may see the short status, need a confirmation for devices and names, and may ask for nothing else")
  func settings() async {
    let asked = await AskedDesk()
    defer { asked.leave() }
    let window = ManagementCaller(
      role: .settings, program: "the program /usr/libexec/passfold/passfold-window", session: nil, terminal: PromptTerminal())
    guard case .syncStatus(let status) = await asked.ask(.syncStatus, from: window).answer else {
      Issue.record("no status")
      return
    }
    #expect(status == status.short)
    #expect(asked.household.person.confirmations.isEmpty)
    #expect(await asked.failure(.devices, from: window) == .refused)
    #expect(await asked.failure(.renameDevice(.init(name: "desk")), from: window) == .refused)
    let questions = asked.household.person.confirmations.map(\.description)
    #expect(questions.count == 2)
    let words = "The program /usr/libexec/passfold/passfold-window\nwants to know where your vault is synchronised"
    #expect(questions.first?.contains(words) == true)
    #expect(questions.last?.contains("wants to call this device desk on all your devices") == true)
    let others: [VaultCall] = [
      .status, .unlock, .lock, .list(), .code(.init(query: "shop")), .offerDevice, .admitDevice, .removeDevice(.init(device: "desk")),
      .syncStep(.init(.exchange)), .synchronise(.init(place: "https://sync.example")), .releases(.init()), .check,
    ]
    for call in others { #expect(await asked.failure(call, from: window) == .badRequest) }
    #expect(asked.household.person.confirmations.count == 2)
  }

  @Test("a caller without a grant needs a confirmation to list or rename devices")
  func names() async {
    let asked = await AskedDesk()
    defer { asked.leave() }
    #expect(await asked.failure(.devices, from: AskedDesk.stranger) == .refused)
    #expect(asked.household.person.confirmations.count == 1)
    #expect(await asked.failure(.renameDevice(.init(device: "laptop", name: "desk")), from: AskedDesk.stranger) == .refused)
    let question = asked.household.person.confirmations.last?.description
    #expect(question?.contains("wants to call the device laptop desk on all your devices") == true)
  }
}
