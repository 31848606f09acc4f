// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

import FoundationEssentials
import Logging

/// The browser profiles that may speak for pages, and the conversations in which they prove their identity.
///
/// A browser is admitted if it signs this conversation's challenge with a key that the user paired, and its host was started by the program
/// from which the key was paired. Pairing runs one at a time, and at most three times within ten minutes.
package actor PairedBrowsers {
  /// The number of one browser's conversation from its greeting to its end.
  package struct ConversationNumber: Hashable, Sendable { fileprivate let rawValue: Int }

  /// Sends one answer to one browser.
  package typealias Door = @Sendable (PairingAnswer) -> Void

  /// The maximum number of attempts within ``brakeSeconds`` that end without a pairing, which limits guessing of the digits.
  private static let mostTries = 3
  private static let brakeSeconds: TimeInterval = 600
  /// The time for which a browser that started may block others before it reveals its nonce, in seconds.
  private static let revealSeconds: TimeInterval = 10
  /// The precision of the last use in seconds: a busy worker must not write a file at each start.
  private static let useSeconds = 3600

  private struct Conversation {
    let transcript: PairingTranscript
    let program: BrowserProgram?
    let say: Door
    let end: @Sendable () -> Void
    var state = PairingState.greeted
  }

  private let environment: PairingEnvironment
  private var browsers: [PairedBrowser]
  /// Whether the file could be read; if not, it is not overwritten.
  nonisolated let isReadable: Bool
  private var conversations: [ConversationNumber: Conversation] = [:]
  private var lastNumber = ConversationNumber(rawValue: 0)
  /// The conversation that is pairing, and since when.
  private var turn: (number: ConversationNumber, since: Date)?
  private var tries: [Date] = []

  /// Reads the paired browsers.
  package init(environment: PairingEnvironment) {
    self.environment = environment
    let kept = Result { () throws(BrokerError) in try environment.load() }
    browsers = (try? kept.get()) ?? []
    isReadable = (try? kept.get()) != nil
    if !isReadable { environment.logger.error("the paired browsers cannot be read; none is let in until the file is mended") }
  }

  // MARK: Conversations

  /// Greets a browser host; its browser's messages use the returned number.
  ///
  /// - Parameters:
  ///   - caller: The extension confirmed by the host.
  ///   - program: The program that started the host; nil if it hides itself.
  ///   - end: Ends the conversation from this side.
  package func open(caller: String, program: BrowserProgram?, say: @escaping Door, end: @escaping @Sendable () -> Void)
    -> ConversationNumber
  {
    lastNumber = ConversationNumber(rawValue: lastNumber.rawValue + 1)
    let challenge = environment.randomBytes(PairingMessage.nonceByteCount)
    conversations[lastNumber] = Conversation(
      transcript: PairingTranscript(challenge: challenge, caller: caller), program: program, say: say, end: end)
    say(.welcome(version: 1, challenge: challenge))
    return lastNumber
  }

  /// Returns the user's name for the browser of a conversation; nil before it is admitted.
  package func name(of number: ConversationNumber) -> String? {
    guard case .admitted(let id)? = conversations[number]?.state else { return nil }
    return browsers.first { $0.id == id }?.name
  }

  /// Removes an ended conversation, and closes its prompt.
  package func close(_ number: ConversationNumber) {
    if case .asking(_, let prompt)? = conversations[number]?.state { prompt.cancel() }
    conversations[number] = nil
    if turn?.number == number { turn = nil }
  }

  /// Handles one message of a browser that is not admitted yet; an unexpected one ends the conversation.
  package func receive(_ message: PairingMessage, from number: ConversationNumber) {
    guard let conversation = conversations[number] else { return }
    switch (message, conversation.state) {
    case (.request(let id), _): conversation.say(.refusal(id: id))
    case (.remark, _): return
    case (.pair(let key, let signature), .greeted): prove(key, signature, in: conversation, number)
    case (.beginPairing(let commitment), .stranger(let profile)): begin(profile, commitment, in: conversation, number)
    case (.revealPairing(let nonce), .committed(let profile, let commitment, let ours)):
      reveal(nonce, of: profile, commitment, ours, in: conversation, number)
    // A nonce may cross with the broker's refusal.
    case (.revealPairing, .stranger): return
    case (.cancelPairing, .committed(let profile, _, _)): refuse(.declined, profile, number)
    case (.cancelPairing, .asking(let profile, let prompt)):
      prompt.cancel()
      refuse(.declined, profile, number)
    case (.cancelPairing, .stranger), (.cancelPairing, .admitted): return
    default: endOutOfTurn(number)
    }
  }

  private func prove(_ key: [UInt8], _ signature: [UInt8], in conversation: Conversation, _ number: ConversationNumber) {
    guard conversation.transcript.isSigned(by: key, signature) else { return endOutOfTurn(number) }
    let known = browsers.first { $0.isProfile(key, of: conversation.transcript.caller) }
    let profile = PairingProfile(publicKey: key, former: known)
    guard let program = conversation.program else { return refuse(.hiddenProgram, profile, number) }
    guard let known else { return refuse(.unknownKey, profile, number) }
    guard known.program == program.identity else { return refuse(.otherProgram, profile, number) }
    admit(known, number)
    noteUse(of: known)
  }

  private func begin(_ profile: PairingProfile, _ commitment: [UInt8], in conversation: Conversation, _ number: ConversationNumber) {
    let now = environment.now()
    guard conversation.program != nil else { return refuse(.hiddenProgram, profile, number) }
    if let turn {
      guard case .committed(let other, _, _)? = conversations[turn.number]?.state, now >= turn.since + Self.revealSeconds else {
        return refuse(.pairingElsewhere, profile, number)
      }
      refuse(.timedOut, other, turn.number)
    }
    tries.removeAll { $0 + Self.brakeSeconds <= now }
    // Counted here and not at the prompt: with the broker's nonce a program knows the digits, and may leave if they do not match.
    guard tries.count < Self.mostTries else { return refuse(.tooManyTries, profile, number) }
    tries.append(now)
    turn = (number, now)
    let nonce = environment.randomBytes(PairingMessage.nonceByteCount)
    conversations[number]?.state = .committed(profile, commitment: commitment, nonce: nonce)
    conversation.say(.pairingNonce(nonce))
  }

  private func reveal(
    _ theirs: [UInt8], of profile: PairingProfile, _ commitment: [UInt8], _ ours: [UInt8], in conversation: Conversation,
    _ number: ConversationNumber
  ) {
    guard PairingTranscript.commitment(to: theirs, by: profile.publicKey) == commitment, let program = conversation.program else {
      return endOutOfTurn(number)
    }
    let digits = conversation.transcript.digits(publicKey: profile.publicKey, browserNonce: theirs, brokerNonce: ours)
    let question = PairingQuestion(digits: digits, program: program, formerProgram: profile.former?.program)
    let prompt = Task {
      let verdict = await environment.ask(question)
      if !Task.isCancelled { finish(verdict, number) }
    }
    conversations[number]?.state = .asking(profile, prompt)
  }

  private func finish(_ verdict: PairingVerdict, _ number: ConversationNumber) {
    guard let conversation = conversations[number], case .asking(let profile, _) = conversation.state, let program = conversation.program
    else { return }
    switch verdict {
    case .declined: return refuse(.declined, profile, number)
    case .timedOut: return refuse(.timedOut, profile, number)
    case .nowhereToAsk: return refuse(.nowhereToAsk, profile, number)
    case .agreed: break
    }
    let caller = conversation.transcript.caller
    let others = browsers.filter { !$0.isProfile(profile.publicKey, of: caller) }
    var browser = PairedBrowser(
      name: Self.name(program.name, unlike: others), caller: caller, program: program.identity, publicKey: profile.publicKey,
      now: environment.now())
    if let former = profile.former { (browser.name, browser.firstUse) = (former.name, former.firstUse) }
    guard keep(others + [browser]) else { return refuse(.notKept, profile, number) }
    _ = tries.popLast()
    turn = nil
    environment.logger.info("browser paired", metadata: ["browser": "\(browser.id)"])
    admit(browser, number)
  }

  private func admit(_ browser: PairedBrowser, _ number: ConversationNumber) {
    conversations[number]?.state = .admitted(browser.id)
    conversations[number]?.say(.paired)
  }

  private func refuse(_ reason: PairingRefusal, _ profile: PairingProfile, _ number: ConversationNumber) {
    if turn?.number == number { turn = nil }
    conversations[number]?.state = .stranger(profile)
    conversations[number]?.say(.notPaired(reason: reason))
  }

  private func endOutOfTurn(_ number: ConversationNumber) {
    environment.logger.warning("browser turned away")
    let end = conversations[number]?.end
    close(number)
    end?()
  }

  // MARK: Settings

  /// Returns the paired browsers, in the order of pairing.
  package func list() -> [PairedBrowserValue] { browsers.map(\.value) }

  /// Removes the browser with an identifier or a name and ends its conversations; false if there is none.
  ///
  /// - Throws: `settingsNotSaved`; the browser stays paired.
  package func forget(_ browser: String) throws(BrokerError) -> Bool {
    guard let forgotten = browsers.first(where: { $0.id == browser || $0.name.lowercased() == browser.lowercased() }) else { return false }
    guard keep(browsers.filter { $0 != forgotten }) else { throw BrokerError(.settingsNotSaved, subject: forgotten.id) }
    for (number, conversation) in conversations {
      guard case .admitted(forgotten.id) = conversation.state else { continue }
      close(number)
      conversation.end()
    }
    return true
  }

  private func noteUse(of browser: PairedBrowser) {
    let now = Int(environment.now().timeIntervalSince1970)
    guard abs(now - browser.lastUse) >= Self.useSeconds else { return }
    var used = browser
    used.lastUse = now
    _ = keep(browsers.map { $0 == browser ? used : $0 })
  }

  private func keep(_ next: [PairedBrowser]) -> Bool {
    do throws(BrokerError) {
      // A file that could not be read is not overwritten, because it contains the user's decisions.
      guard isReadable else { throw BrokerError(.unreadableSettings, subject: "") }
      try environment.save(next)
      browsers = next
      return true
    } catch {
      environment.logger.error("paired browsers not saved", metadata: ["code": "\(error.code.name)"])
      return false
    }
  }

  private static func name(_ name: String, unlike others: [PairedBrowser]) -> String {
    let taken = Set(others.map { $0.name.lowercased() })
    guard taken.contains(name.lowercased()) else { return name }
    let number = (2...).first { !taken.contains("\(name) \($0)".lowercased()) } ?? 2
    return "\(name) \(number)"
  }
}
