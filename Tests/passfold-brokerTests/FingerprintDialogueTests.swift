// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Testing
import passfold_broker

@Suite("Fingerprint verification through fprintd")
struct FingerprintDialogueTests {
  private static let match = FingerprintStatus("verify-match", isLast: true)
  private static let noMatch = FingerprintStatus("verify-no-match", isLast: true)

  @Test("each final status becomes a match, a mismatch or unavailable")
  func verdicts() {
    for (status, answer) in [
      (Self.match, FingerAnswer.matched), (Self.noMatch, .notMatched), (.init("verify-disconnected", isLast: true), .unavailable),
      (.init("verify-unknown-error", isLast: true), .unavailable), (.init("verify-something-new", isLast: false), .unavailable),
    ] {
      let service = PlayedFingerprints([[status]])
      #expect(FingerprintDialogue.answer(to: .verify, from: service) == answer)
      #expect(service.said == ["open", "claim", "begin", "end", "release"])
    }
  }

  @Test("a retry status keeps the verification waiting, and verification restarts if the reader has stopped")
  func retries() {
    let service = PlayedFingerprints([
      [.init("verify-retry-scan", isLast: false), .init("verify-swipe-too-short", isLast: true)],
      [.init("verify-finger-not-centered", isLast: false), Self.noMatch],
    ])
    #expect(FingerprintDialogue.answer(to: .verify, from: service) == .notMatched)
    #expect(service.said == ["open", "claim", "begin", "end", "begin", "end", "release"])
  }

  @Test("a service name owned by anyone but root is never asked for a finger")
  func owner() {
    for owner in [nil, 1000] as [UInt32?] {
      let service = PlayedFingerprints([[Self.match]], owner: owner)
      #expect(FingerprintDialogue.answer(to: .verify, from: service) == .unavailable)
      #expect(FingerprintDialogue.answer(to: .isEnrolled, from: service) == .unavailable)
      #expect(service.said == ["open", "open"])
    }
  }

  @Test("a cancelled verification stops the reader and releases it")
  func stopped() {
    let service = PlayedFingerprints([[]])
    #expect(FingerprintDialogue.answer(to: .verify, from: service) == .unavailable)
    #expect(service.said.suffix(2) == ["end", "release"])
  }

  @Test("a reader in use by another process, or without enrolled fingers, is unavailable")
  func unusable() {
    #expect(FingerprintDialogue.answer(to: .verify, from: PlayedFingerprints([[Self.match]], isClaimable: false)) == .unavailable)
    let service = PlayedFingerprints([])
    #expect(FingerprintDialogue.answer(to: .verify, from: service) == .unavailable)
    #expect(service.said == ["open", "claim", "begin", "release"])
    #expect(FingerprintDialogue.answer(to: .isEnrolled, from: service) == .unavailable)
    #expect(FingerprintDialogue.answer(to: .isEnrolled, from: PlayedFingerprints([[]])) == .enrolled)
  }
}

/// Plays fprintd from a list: each verification yields its own statuses.
private final class PlayedFingerprints: FingerprintService {
  private var rounds: [[FingerprintStatus]]
  private var now: [FingerprintStatus] = []
  private let owner: UInt32?
  private let isClaimable: Bool
  private(set) var said: [String] = []

  init(_ rounds: [[FingerprintStatus]], owner: UInt32? = 0, isClaimable: Bool = true) {
    self.rounds = rounds
    self.owner = owner
    self.isClaimable = isClaimable
  }

  func open() -> UInt32? {
    said.append("open")
    return owner
  }

  func isEnrolled() -> Bool { !rounds.isEmpty }

  func claim() -> Bool {
    said.append("claim")
    return isClaimable
  }

  func beginVerifying() -> Bool {
    said.append("begin")
    guard !rounds.isEmpty else { return false }
    now = rounds.removeFirst()
    return true
  }

  func nextStatus() -> FingerprintStatus? { now.isEmpty ? nil : now.removeFirst() }
  func endVerifying() { said.append("end") }
  func release() { said.append("release") }
}
