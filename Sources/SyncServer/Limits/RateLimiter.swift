// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization

/// Counts requests in memory: a restart forgets them, which gives nobody more than one burst.
final class RateLimiter: Sendable {
  /// What is counted, and whose.
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
  /// Many times what comes by in the longest period of a server of the recommended size.
  private static let mostBuckets = 200_000

  private let buckets = Mutex<[Key: Bucket]>([:])

  /// Counts a request.
  /// - Throws: `rateLimited` with the time until the next is possible.
  func admit(
    _ kind: Key.Kind, of name: [UInt8], _ rate: ServerConfiguration.Rate, at now: Date
  ) throws(SyncServerError) {
    let period = rate.period / .seconds(1)
    let perSecond = Double(rate.count) / period
    let wait: Double? = buckets.withLock { buckets in
      if buckets.count >= Self.mostBuckets {
        buckets = buckets.filter { now.timeIntervalSince($0.value.time) < $0.value.fullAfter }
        // Under an attack from more networks than fit, old counts go before new ones are refused.
        if buckets.count >= Self.mostBuckets { buckets.removeAll(keepingCapacity: true) }
      }
      let key = Key(kind: kind, name: name)
      var bucket = buckets[key] ?? Bucket(tokens: Double(rate.burst), time: now, fullAfter: Double(rate.burst) / perSecond)
      // A clock that was set back gives nothing and takes nothing.
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
