// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Crypto
import Foundation
import Logging
import Synchronization

/// The broker's endpoint for browsers; the test controls the time, the file and the user's answers.
final class PairingDoor: Sendable {
  private struct State {
    var kept: [PairedBrowser]
    var saveFails = false
    var questions: [PairingQuestion] = []
    var waiting: [CheckedContinuation<PairingVerdict, Never>] = []
  }

  private let state: Mutex<State>
  let clock = ManualClock()
  private let isReadable: Bool

  init(kept: [PairedBrowser] = [], isReadable: Bool = true) {
    state = Mutex(State(kept: kept))
    self.isReadable = isReadable
  }

  var kept: [PairedBrowser] { state.withLock { $0.kept } }
  var questions: [PairingQuestion] { state.withLock { $0.questions } }

  func failToSave() { state.withLock { $0.saveFails = true } }

  /// A new broker that loads what was saved before.
  func start() -> PairedBrowsers {
    PairedBrowsers(
      environment: PairingEnvironment(
        now: { self.clock.now }, randomBytes: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
        load: { () throws(BrokerError) in
          guard self.isReadable else { throw BrokerError(.unreadableSettings, subject: "browsers.json") }
          return self.kept
        },
        save: { (browsers) throws(BrokerError) in
          guard !self.state.withLock({ $0.saveFails }) else { throw BrokerError(.settingsNotSaved, subject: "browsers.json") }
          self.state.withLock { $0.kept = browsers }
        },
        ask: { question in
          await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
              self.state.withLock { state in
                state.questions.append(question)
                state.waiting.append(continuation)
              }
            }
          } onCancel: {
            self.answer(.declined)
          }
        }, logger: Logger(label: "test")))
  }

  /// Answers every open prompt, as the user.
  func answer(_ verdict: PairingVerdict) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for prompt in waiting { prompt.resume(returning: verdict) }
  }

  /// Waits until the user has been asked this many times.
  func asked(_ count: Int) async -> PairingQuestion? {
    while state.withLock({ $0.waiting.isEmpty || $0.questions.count < count }) { await Task.yield() }
    return questions.last
  }
}

/// A browser profile's conversation with the endpoint.
final class PairingBrowser: Sendable {
  /// The broker's answers, and whether it ended the conversation.
  private final class Heard: Sendable {
    let state = Mutex<(answers: [PairingAnswer], ended: Bool)>(([], false))
  }

  private let heard = Heard()
  let browsers: PairedBrowsers
  let key: P256.Signing.PrivateKey
  let caller: String
  let nonce = (0..<32).map { _ in UInt8.random(in: 0...255) }
  private let number: PairedBrowsers.ConversationNumber

  init(
    at browsers: PairedBrowsers, key: P256.Signing.PrivateKey = P256.Signing.PrivateKey(), program: BrowserProgram? = .chromium,
    caller: String = "chrome-extension://test/"
  ) async {
    self.browsers = browsers
    self.key = key
    self.caller = caller
    number = await browsers.open(caller: caller, program: program) { [heard] answer in
      heard.state.withLock { $0.answers.append(answer) }
    } end: { [heard] in
      heard.state.withLock { $0.ended = true }
    }
  }

  var answers: [PairingAnswer] { heard.state.withLock { $0.answers } }
  var wasEnded: Bool { heard.state.withLock { $0.ended } }
  var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }
  var isAdmitted: Bool { get async { await browsers.name(of: number) != nil } }

  var challenge: [UInt8] {
    for case .welcome(_, let challenge) in answers { return challenge }
    return []
  }

  var brokerNonce: [UInt8]? {
    for case .pairingNonce(let nonce) in answers.reversed() { return nonce }
    return nil
  }

  var transcript: PairingTranscript { PairingTranscript(challenge: challenge, caller: caller) }

  func say(_ message: PairingMessage) async { await browsers.receive(message, from: number) }

  func leave() async { await browsers.close(number) }

  /// Proves possession of the key, by default with a valid signature.
  func prove(signature: [UInt8]? = nil, publicKey: [UInt8]? = nil) async throws {
    let own = Array(try key.signature(for: transcript.proof(of: self.publicKey)).rawRepresentation)
    await say(.pair(publicKey: publicKey ?? self.publicKey, signature: signature ?? own))
  }

  func begin() async { await say(.beginPairing(commitment: PairingTranscript.commitment(to: nonce, by: publicKey))) }

  func reveal() async { await say(.revealPairing(nonce: nonce)) }

  /// The digits that the popup shows.
  var digits: String? {
    brokerNonce.map { transcript.digits(publicKey: publicKey, browserNonce: nonce, brokerNonce: $0) }
  }

  /// Runs the pairing up to the prompt.
  func ask() async throws {
    try await prove()
    await begin()
    await reveal()
  }

  /// Waits until this is the last answer.
  func hears(_ answer: PairingAnswer) async {
    while answers.last != answer { await Task.yield() }
  }
}

extension BrowserProgram {
  static var chromium: BrowserProgram? { running("/usr/lib/chromium/chromium") }

  static func running(_ path: String?, packaging: CallerIdentity.Packaging? = nil, isRunning: Bool = true) -> BrowserProgram? {
    BrowserProgram(startedBy: CallerIdentity(user: 1000, process: 7, executable: path, packaging: packaging) { isRunning })
  }
}
