// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WebAuthnRelyingParty

@Suite("The in-memory challenge store")
struct ChallengesInMemoryTests {
  /// A clock that advances only when a test moves it.
  private final class Time: Sendable {
    private let instant = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { instant.withLock { $0 } }

    func pass(_ duration: Duration) { instant.withLock { $0 = $0.advanced(by: duration) } }
  }

  private func ceremony() throws -> PendingCeremony {
    var shop = try Shop()
    return .registration(shop.relyingParty.beginRegistration(of: shop.user, using: &shop.generator))
  }

  @Test("returns a ceremony once, and only to its own visitor")
  func once() throws {
    let challenges = ChallengesInMemory()
    let (mine, others) = (challenges.store(for: "a"), challenges.store(for: "b"))
    let ceremony = try ceremony()
    mine.keep(ceremony)
    #expect(others.take(ceremony.challenge) == nil)
    #expect(mine.take(ceremony.challenge) == ceremony)
    #expect(mine.take(ceremony.challenge) == nil)
  }

  @Test("returns a ceremony to one of many concurrent callers")
  func parallel() async throws {
    let store = ChallengesInMemory().store(for: "a")
    let ceremony = try ceremony()
    store.keep(ceremony)
    let taken = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 { group.addTask { store.take(ceremony.challenge) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(taken == 1)
  }

  @Test("drops a ceremony after its lifetime")
  func expiry() throws {
    let time = Time()
    let store = ChallengesInMemory(lifetime: .seconds(300)) { time.now }.store(for: "a")
    let (first, second) = (try ceremony(), try ceremony())
    store.keep(first)
    time.pass(.seconds(299))
    store.keep(second)
    #expect(store.take(first.challenge) == first)
    store.keep(first)
    time.pass(.seconds(300))
    #expect(store.take(first.challenge) == nil)
    #expect(store.take(second.challenge) == nil)
  }

  @Test("keeps sixteen ceremonies per visitor, and a visitor displaces only their own")
  func perVisitor() throws {
    let challenges = ChallengesInMemory()
    let (mine, others) = (challenges.store(for: "a"), challenges.store(for: "b"))
    let kept = try ceremony()
    others.keep(kept)
    let many = try (0...ChallengesInMemory.limitPerVisitor).map { _ in try ceremony() }
    for one in many { mine.keep(one) }
    #expect(mine.take(many[0].challenge) == nil && mine.take(many[1].challenge) == many[1])
    #expect(others.take(kept.challenge) == kept)
  }

  @Test("drops the oldest ceremony above the limit, so strangers cannot fill the memory")
  func limit() throws {
    let challenges = ChallengesInMemory(limit: 3)
    let many = try (0..<4).map { _ in try ceremony() }
    for (number, one) in many.enumerated() { challenges.store(for: "\(number)").keep(one) }
    #expect(challenges.store(for: "0").take(many[0].challenge) == nil)
    for number in 1...3 { #expect(challenges.store(for: "\(number)").take(many[number].challenge) == many[number]) }
  }
}
