// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport
import Testing
import passfold_vault

@Suite("The release policy")
struct ReleasePolicyTests {
  private let terminal = TerminalSession(id: 100, leaderStart: 5)
  private let start = ContinuousClock.now

  private func after(_ seconds: Int) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }

  @Test("confirms every request without a grant, with or without a terminal")
  func withoutGrant() {
    var policy = ReleasePolicy()
    #expect(policy.decide(for: terminal, at: start) == .confirm)
    #expect(policy.decide(for: nil, at: start) == .confirm)
  }

  @Test("releases immediately in the grant's terminal, and nowhere else")
  func insideGrant() {
    var policy = ReleasePolicy()
    policy.open(for: terminal, at: start)
    #expect(policy.decide(for: terminal, at: after(1)) == .atOnce)
    #expect(policy.decide(for: TerminalSession(id: 101, leaderStart: 5), at: after(1)) == .confirm)
    #expect(policy.decide(for: nil, at: after(1)) == .confirm)
  }

  @Test("treats a reused session number as another session")
  func reusedSession() {
    var policy = ReleasePolicy()
    policy.open(for: terminal, at: start)
    #expect(policy.decide(for: TerminalSession(id: 100, leaderStart: 6), at: after(1)) == .confirm)
  }

  @Test("ends a grant after 15 minutes without use, and each release renews it")
  func idling() {
    var policy = ReleasePolicy()
    policy.open(for: terminal, at: start)
    #expect(policy.decide(for: terminal, at: after(899)) == .atOnce)
    #expect(policy.decide(for: terminal, at: after(899 + 899)) == .atOnce)
    #expect(policy.decide(for: terminal, at: after(899 + 899 + 900)) == .confirm)
  }

  @Test("confirms releases beyond 30 a minute, across all grants")
  func rate() {
    var policy = ReleasePolicy()
    let other = TerminalSession(id: 200, leaderStart: 9)
    policy.open(for: terminal, at: start)
    policy.open(for: other, at: start)
    for _ in 0..<15 {
      #expect(policy.decide(for: terminal, at: after(1)) == .atOnce)
      #expect(policy.decide(for: other, at: after(2)) == .atOnce)
    }
    #expect(policy.decide(for: terminal, at: after(30)) == .confirm)
    #expect(policy.decide(for: terminal, at: after(61)) == .atOnce)
  }

  @Test("counts a live list once in ten seconds, which leaves room for other codes")
  func liveList() {
    var policy = ReleasePolicy()
    policy.open(for: terminal, at: start)
    for second in 0..<60 { #expect(policy.decideList(for: terminal, at: after(second), renews: true) == .atOnce) }
    for _ in 0..<24 { #expect(policy.decide(for: terminal, at: after(59)) == .atOnce) }
    #expect(policy.decide(for: terminal, at: after(59)) == .confirm)
    #expect(policy.decideList(for: nil, at: after(59), renews: true) == .confirm)
  }

  @Test("returns names to a grant without limit, and does not count them as releases")
  func names() {
    var policy = ReleasePolicy()
    #expect(policy.decideNames(for: terminal, at: start) == .confirm)
    policy.open(for: terminal, at: start)
    for _ in 0..<100 { #expect(policy.decideNames(for: terminal, at: after(1)) == .atOnce) }
    for _ in 0..<30 { #expect(policy.decide(for: terminal, at: after(2)) == .atOnce) }
    #expect(policy.decide(for: terminal, at: after(3)) == .confirm)
    #expect(policy.decideNames(for: nil, at: after(3)) == .confirm)
    #expect(policy.decideNames(for: terminal, at: after(902)) == .confirm)
  }

  @Test("does not renew a grant for an unattended live list")
  func unattendedList() {
    var policy = ReleasePolicy()
    policy.open(for: terminal, at: start)
    for second in stride(from: 0, to: 900, by: 30) {
      #expect(policy.decideList(for: terminal, at: after(second), renews: false) == .atOnce)
    }
    #expect(policy.decideList(for: terminal, at: after(900), renews: false) == .confirm)
    policy.open(for: terminal, at: after(901))
    #expect(policy.decideList(for: terminal, at: after(1000), renews: true) == .atOnce)
    #expect(policy.hasGrant(terminal, at: after(1899)))
  }

  @Test("ends all grants immediately")
  func closing() {
    var policy = ReleasePolicy()
    policy.open(for: terminal, at: start)
    policy.closeAll()
    #expect(!policy.hasGrant(terminal, at: start))
  }
}

@Suite("Terminal sessions")
struct TerminalSessionTests {
  private static let line =
    "4242 (a (b) c) S 4200 4242 4200 34819 4242 4194304 1 2 3 4 5 6 7 8 20 0 1 0 987654 1000 200 18446744073709551615 1 1 0 0 0"

  @Test("a process's name, session, terminal and start are read even if its name contains parentheses")
  func parsing() {
    let status = ProcessStatus(parsing: Self.line)
    #expect(status?.name == "a (b) c")
    #expect(status?.session == 4200)
    #expect(status?.hasTerminal == true)
    #expect(status?.start == 987_654)
  }

  @Test(
    "a malformed status is rejected", arguments: ["", "4242", "4242 (a) S 1 2", ") (", "1 (a) S x x x x x x x x x x x x x x x x x x x"])
  func strangers(text: String) {
    #expect(ProcessStatus(parsing: text) == nil)
  }

  @Test("a process without a terminal, without a leader or with a newer leader has no terminal session")
  func sessions() {
    func status(session: Int32, terminal: Int32, start: UInt64) -> ProcessStatus? {
      ProcessStatus(parsing: "1 (x) S 1 1 \(session) \(terminal) 1 0 0 0 0 0 0 0 0 0 20 0 1 0 \(start) 0")
    }
    func find(_ processes: [Int32: ProcessStatus?]) -> TerminalSession? {
      TerminalSession(ofProcess: 7) { processes[$0] ?? nil }
    }
    let caller = status(session: 5, terminal: 34819, start: 90)
    #expect(find([7: caller, 5: status(session: 5, terminal: 34819, start: 80)]) == TerminalSession(id: 5, leaderStart: 80))
    #expect(find([7: caller]) == nil)
    #expect(find([7: caller, 5: status(session: 4, terminal: 0, start: 95)]) == nil)
    #expect(find([7: status(session: 5, terminal: 0, start: 90), 5: status(session: 5, terminal: 0, start: 80)]) == nil)
    #expect(find([:]) == nil)
  }
}
