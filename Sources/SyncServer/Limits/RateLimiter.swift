// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization

/// Counts requests in memory. A restart resets the counts, which gains a client at most one burst.
final class RateLimiter: Sendable {
  /// The kind of request, and the party it is counted for.
  struct Key: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case push, pull, blob, deviceSession, networkSession, mailbox, account }
    let kind: Kind
    let name: [UInt8]
  }
  private struct Bucket {
    var tokens: Double
    var time: Date
    let fullAfter: TimeInterval
  }
  /// The maximum number of counters, many times the number of clients in the longest period at a server of the recommended size.
  private static let mostBuckets = 200_000

  private let buckets = Mutex<[Key: Bucket]>([:])

  /// Counts a request.
  /// - Throws: `rateLimited` with the time until the next one is allowed.
  func admit(
    _ kind: Key.Kind, of name: [UInt8], _ rate: ServerConfiguration.Rate, at now: Date
  ) throws(SyncServerError) {
    let period = rate.period / .seconds(1)
    let perSecond = Double(rate.count) / period
    let wait: Double? = buckets.withLock { buckets in
      if buckets.count >= Self.mostBuckets {
        buckets = buckets.filter { now.timeIntervalSince($0.value.time) < $0.value.fullAfter }
        // In an attack from more networks than fit, old counts are removed before new ones are refused.
        if buckets.count >= Self.mostBuckets { buckets.removeAll(keepingCapacity: true) }
      }
      let key = Key(kind: kind, name: name)
      var bucket = buckets[key] ?? Bucket(tokens: Double(rate.burst), time: now, fullAfter: Double(rate.burst) / perSecond)
      // A clock that was set back neither adds nor removes tokens.
      let passed = max(0, now.timeIntervalSince(bucket.time))
      bucket.tokens = min(Double(rate.burst), bucket.tokens + passed * perSecond)
      bucket.time = now
      defer { buckets[key] = bucket }
      guard bucket.tokens >= 1 else { return (1 - bucket.tokens) / perSecond }
      bucket.tokens -= 1
      return nil
    }
    if let wait { throw SyncServerError(.rateLimited, retryAfter: .seconds(max(1, wait.rounded(.up)))) }
  }
}
