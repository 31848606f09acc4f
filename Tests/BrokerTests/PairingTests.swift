// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Crypto
import Foundation
import Testing

@Suite("The pairing of a browser", .timeLimit(.minutes(1)))
struct PairingTests {
  private let door = PairingDoor()

  /// A profile that the user has paired.
  private func paired(_ browsers: PairedBrowsers) async throws -> PairingBrowser {
    let browser = await PairingBrowser(at: browsers)
    let before = door.questions.count
    try await browser.ask()
    _ = await door.asked(before + 1)
    door.answer(.agreed)
    await browser.hears(.paired)
    return browser
  }

  @Test("an unpaired profile is refused every request, without a prompt")
  func unknownKey() async throws {
    let browser = await PairingBrowser(at: door.start())
    await browser.say(.request(id: 4))
    #expect(browser.answers.last == .refusal(id: 4))
    try await browser.prove()
    #expect(browser.answers.last == .notPaired(reason: .unknownKey))
    await browser.say(.request(id: 5))
    #expect(browser.answers.last == .refusal(id: 5))
    #expect(await !browser.isAdmitted)
    #expect(door.questions.isEmpty)
  }

  @Test("a paired profile is admitted without a prompt, even by a restarted broker")
  func comesBack() async throws {
    let first = try await paired(door.start())
    #expect(await first.isAdmitted)
    let again = await PairingBrowser(at: door.start(), key: first.key)
    #expect(await !again.isAdmitted)
    try await again.prove()
    #expect(again.answers.last == .paired)
    #expect(door.questions.count == 1)
  }

  @Test("the prompt shows the popup's digits and the program reported by the kernel")
  func digits() async throws {
    let browser = await PairingBrowser(at: door.start())
    try await browser.ask()
    let question = await door.asked(1)
    #expect(question?.digits == browser.digits)
    #expect(question?.digits.count == 6)
    #expect(question?.program == .chromium)
    #expect(question?.formerProgram == nil)
    door.answer(.declined)
    await browser.hears(.notPaired(reason: .declined))
    #expect(door.kept.isEmpty)
  }

  @Test(
    "a prompt that is not confirmed leaves the browser unpaired",
    arguments: [(PairingVerdict.declined, PairingRefusal.declined), (.timedOut, .timedOut), (.nowhereToAsk, .nowhereToAsk)])
  func refused(verdict: PairingVerdict, reason: PairingRefusal) async throws {
    let browser = await PairingBrowser(at: door.start())
    try await browser.ask()
    _ = await door.asked(1)
    door.answer(verdict)
    await browser.hears(.notPaired(reason: reason))
    #expect(await !browser.isAdmitted)
    #expect(door.kept.isEmpty)
  }

  @Test("a signature with another key, challenge or extension does not admit a browser")
  func wrongProofs() async throws {
    let browsers = door.start()
    let known = try await paired(browsers)

    let stranger = await PairingBrowser(at: browsers)
    try await stranger.prove(publicKey: known.publicKey)
    #expect(stranger.wasEnded)

    let replaying = await PairingBrowser(at: browsers, key: known.key)
    try await replaying.prove(signature: Array(known.key.signature(for: known.transcript.proof(of: known.publicKey)).rawRepresentation))
    #expect(replaying.wasEnded)

    let other = await PairingBrowser(at: browsers, key: known.key, caller: "chrome-extension://other/")
    try await other.prove()
    #expect(other.answers.last == .notPaired(reason: .unknownKey))

    let noPoint = await PairingBrowser(at: browsers)
    try await noPoint.prove(publicKey: [4] + [UInt8](repeating: 1, count: 64))
    #expect(noPoint.wasEnded)
    for browser in [stranger, replaying, other, noPoint] { #expect(await !browser.isAdmitted) }
  }

  @Test("a message out of sequence ends the conversation")
  func outOfTurn() async throws {
    let browsers = door.start()
    let early = await PairingBrowser(at: browsers)
    await early.begin()
    #expect(early.wasEnded)
    let twice = await PairingBrowser(at: browsers)
    try await twice.prove()
    try await twice.prove()
    #expect(twice.wasEnded)
    let nothingRevealed = await PairingBrowser(at: browsers)
    try await nothingRevealed.prove()
    await nothingRevealed.begin()
    await nothingRevealed.begin()
    #expect(nothingRevealed.wasEnded)
    #expect(door.questions.isEmpty)
  }

  @Test("a nonce chosen for its digits does not match the commitment and ends the conversation")
  func middle() async throws {
    let wanted = "42"
    let middle = await PairingBrowser(at: door.start())
    try await middle.prove()
    await middle.begin()
    let brokerNonce = try #require(middle.brokerNonce)
    // Two digits are found immediately, and six within seconds: only the commitment prevents their use.
    let fitting = (0..<10_000).lazy.map { number in [UInt8](repeating: 0, count: 30) + [UInt8(number >> 8), UInt8(number & 255)] }.first {
      middle.transcript.digits(publicKey: middle.publicKey, browserNonce: $0, brokerNonce: brokerNonce).hasPrefix(wanted)
    }
    await middle.say(.revealPairing(nonce: try #require(fitting)))
    #expect(middle.wasEnded)
    #expect(door.questions.isEmpty)
  }

  @Test("at most three attempts begin within ten minutes, for all browsers together")
  func brake() async throws {
    let browsers = door.start()
    for _ in 0..<3 {
      let browser = await PairingBrowser(at: browsers)
      try await browser.prove()
      await browser.begin()
      await browser.leave()
    }
    let next = await PairingBrowser(at: browsers)
    try await next.prove()
    await next.begin()
    #expect(next.answers.last == .notPaired(reason: .tooManyTries))
    door.clock.advance(by: 599)
    await next.begin()
    #expect(next.answers.last == .notPaired(reason: .tooManyTries))
    door.clock.advance(by: 1)
    await next.begin()
    #expect(next.brokerNonce != nil)
  }

  @Test("successful pairings do not count as attempts")
  func successes() async throws {
    let browsers = door.start()
    for _ in 0..<5 { #expect(try await paired(browsers).isAdmitted) }
    #expect(await browsers.list().map(\.name) == ["Chromium", "Chromium 2", "Chromium 3", "Chromium 4", "Chromium 5"])
  }

  @Test("only one pairing runs at a time, and one that does not reveal its nonce within ten seconds gives way")
  func oneAtATime() async throws {
    let browsers = door.start()
    let first = await PairingBrowser(at: browsers)
    try await first.prove()
    await first.begin()
    let second = await PairingBrowser(at: browsers)
    try await second.prove()
    await second.begin()
    #expect(second.answers.last == .notPaired(reason: .pairingElsewhere))
    door.clock.advance(by: 10)
    await second.begin()
    #expect(first.answers.last == .notPaired(reason: .timedOut))
    await first.reveal()
    #expect(!first.wasEnded && door.questions.isEmpty)
    await second.reveal()
    #expect(await door.asked(1)?.digits == second.digits)
    door.clock.advance(by: 60)
    await first.begin()
    #expect(first.answers.last == .notPaired(reason: .pairingElsewhere), "no other pairing begins while the user is asked")
  }

  @Test("a browser that disconnects or cancels closes its prompt, and the next one can pair")
  func givesUp() async throws {
    let browsers = door.start()
    let leaving = await PairingBrowser(at: browsers)
    try await leaving.ask()
    _ = await door.asked(1)
    await leaving.leave()
    let canceling = await PairingBrowser(at: browsers)
    try await canceling.ask()
    _ = await door.asked(2)
    await canceling.say(.cancelPairing)
    #expect(canceling.answers.last == .notPaired(reason: .declined))
    let last = await PairingBrowser(at: browsers)
    try await last.ask()
    _ = await door.asked(3)
    door.answer(.agreed)
    await last.hears(.paired)
    #expect(await !leaving.isAdmitted)
    #expect(await !canceling.isAdmitted)
    #expect(door.kept.count == 1)
  }

  @Test("a paired key used by another program needs a new confirmation, which names both programs")
  func otherProgram() async throws {
    let browsers = door.start()
    let first = try await paired(browsers)
    let moved = await PairingBrowser(at: browsers, key: first.key, program: .running("/home/alice/stolen"))
    try await moved.prove()
    #expect(moved.answers.last == .notPaired(reason: .otherProgram))
    await moved.say(.request(id: 1))
    #expect(moved.answers.last == .refusal(id: 1))
    await moved.begin()
    await moved.reveal()
    let question = await door.asked(2)
    #expect(question?.formerProgram == "/usr/lib/chromium/chromium")
    #expect(question?.program.identity == "/home/alice/stolen")
    door.answer(.agreed)
    await moved.hears(.paired)
    #expect(door.kept.count == 1, "the same profile in another program replaces its pairing")
    #expect(door.kept.first?.name == "Chromium")
  }

  @Test("a browser host whose parent process is hidden is never admitted")
  func hiddenParent() async throws {
    let browsers = door.start()
    let first = try await paired(browsers)
    let hidden = await PairingBrowser(at: browsers, key: first.key, program: nil)
    try await hidden.prove()
    #expect(hidden.answers.last == .notPaired(reason: .hiddenProgram))
    await hidden.begin()
    #expect(hidden.answers.last == .notPaired(reason: .hiddenProgram))
    #expect(hidden.brokerNonce == nil)
  }

  @Test("a removed browser is disconnected immediately and must pair again")
  func forgotten() async throws {
    let browsers = door.start()
    let first = try await paired(browsers)
    let other = try await paired(browsers)
    #expect(try await !browsers.forget("Firefox"))
    #expect(try await browsers.forget("chromium"))
    #expect(first.wasEnded)
    #expect(await !first.isAdmitted)
    #expect(!other.wasEnded)
    let again = await PairingBrowser(at: browsers, key: first.key)
    try await again.prove()
    #expect(again.answers.last == .notPaired(reason: .unknownKey))
    #expect(try await browsers.forget(#require(door.kept.first).id))
    #expect(other.wasEnded)
  }

  @Test("a pairing that cannot be saved is refused, and an unreadable file is not overwritten")
  func notKept() async throws {
    door.failToSave()
    let browser = await PairingBrowser(at: door.start())
    try await browser.ask()
    _ = await door.asked(1)
    door.answer(.agreed)
    await browser.hears(.notPaired(reason: .notKept))
    #expect(await !browser.isAdmitted)

    let damaged = PairingDoor(isReadable: false)
    let stranger = await PairingBrowser(at: damaged.start())
    try await stranger.ask()
    _ = await damaged.asked(1)
    damaged.answer(.agreed)
    await stranger.hears(.notPaired(reason: .notKept))
    #expect(damaged.kept.isEmpty)
  }

  @Test("the time of last use is updated at most once an hour")
  func lastUse() async throws {
    let first = try await paired(door.start())
    let before = try #require(door.kept.first).lastUse
    for (seconds, expected) in [(3599.0, before), (1, before + 3600)] {
      door.clock.advance(by: seconds)
      try await PairingBrowser(at: door.start(), key: first.key).prove()
      #expect(door.kept.first?.lastUse == expected)
    }
  }
}
