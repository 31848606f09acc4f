// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Ceremonies in progress, kept in memory, for tests and for services that run as a single process. They are lost when the process ends.
///
/// ```swift
/// let challenges = ChallengesInMemory()
/// let mine = challenges.store(for: session.id)
/// try await mine.keep(.registration(ceremony))
/// ```
///
/// A service with several processes implements its own ``ChallengeStore`` over shared storage.
public final class ChallengesInMemory: Sendable {
  /// The maximum number of ceremonies per visitor. Another one replaces the visitor's oldest.
  public static let limitPerVisitor = 16

  fileprivate struct Entry {
    let visitor: String
    let ceremony: PendingCeremony
    let expires: ContinuousClock.Instant
  }

  fileprivate struct Content {
    var entries: [Challenge: Entry] = [:]
    /// Oldest first.
    var order: [Challenge] = []
  }

  private let lifetime: Duration
  private let limit: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private let content = Mutex(Content())

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - lifetime: How long a ceremony is kept. The default is ten minutes, the longest timeout that the specification recommends.
  ///   - limit: The maximum number of ceremonies of all visitors. Another one replaces the oldest, so that strangers cannot exhaust the
  ///     memory.
  ///   - now: The clock; tests pass their own.
  public init(
    lifetime: Duration = .seconds(600), limit: Int = 10_000,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.lifetime = lifetime
    self.limit = max(1, limit)
    self.now = now
  }

  /// Returns the store of one visitor, which gives no access to other visitors' ceremonies.
  ///
  /// - Parameter visitor: The service's identifier of the visitor before sign-in: the session identifier in its cookie.
  public func store(for visitor: String) -> VisitorChallenges { VisitorChallenges(visitor: visitor, challenges: self) }

  fileprivate func keep(_ ceremony: PendingCeremony, of visitor: String) {
    let now = now()
    content.withLock { content in
      content.removeEnded(at: now)
      let mine = content.order.filter { content.entries[$0]?.visitor == visitor }
      if mine.count >= Self.limitPerVisitor, let oldest = mine.first { content.remove(oldest) }
      if content.entries.count >= limit, let oldest = content.order.first { content.remove(oldest) }
      content.remove(ceremony.challenge)
      content.entries[ceremony.challenge] = Entry(visitor: visitor, ceremony: ceremony, expires: now.advanced(by: lifetime))
      content.order.append(ceremony.challenge)
    }
  }

  fileprivate func take(_ challenge: Challenge, of visitor: String) -> PendingCeremony? {
    let now = now()
    return content.withLock { content in
      guard let entry = content.entries[challenge], entry.visitor == visitor else { return nil }
      content.remove(challenge)
      return entry.expires > now ? entry.ceremony : nil
    }
  }
}

extension ChallengesInMemory.Content {
  fileprivate mutating func remove(_ challenge: Challenge) {
    guard entries.removeValue(forKey: challenge) != nil else { return }
    order.removeAll { $0 == challenge }
  }

  fileprivate mutating func removeEnded(at now: ContinuousClock.Instant) {
    let ended = order.prefix { challenge in entries[challenge].map { $0.expires <= now } ?? true }
    for challenge in ended { entries[challenge] = nil }
    order.removeFirst(ended.count)
  }
}

/// One visitor's part of ``ChallengesInMemory``.
public struct VisitorChallenges: ChallengeStore {
  fileprivate let visitor: String
  fileprivate let challenges: ChallengesInMemory

  /// Stores a ceremony that this visitor has begun.
  public func keep(_ ceremony: PendingCeremony) { challenges.keep(ceremony, of: visitor) }

  /// Removes and returns a ceremony; nil if the challenge is unknown, expired, used, or another visitor's.
  public func take(_ challenge: Challenge) -> PendingCeremony? { challenges.take(challenge, of: visitor) }
}
