// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials

/// The rate limit for messages of a provider's process: it permits filling a store, but has an upper bound.
struct MessageAllowance: Sendable {
  private struct Bucket {
    let capacity: Double
    let perSecond: Double
    var left: Double
    var filled: Date?

    init(capacity: Double, perSecond: Double) {
      self.capacity = capacity
      self.perSecond = perSecond
      left = capacity
    }

    mutating func spend(at now: Date) -> Bool {
      let passed = max(0, filled.map { now.timeIntervalSince($0) } ?? 0)
      left = min(capacity, left + passed * perSecond)
      filled = now
      guard left >= 1 else { return false }
      left -= 1
      return true
    }
  }

  /// Occasional messages.
  private var usual = Bucket(capacity: 300, perSecond: 50)
  /// Views on screen; live codes renew a view each second, and a few lists may be open.
  private var views = Bucket(capacity: 100, perSecond: 30)
  /// Identities that a provider saves one by one.
  private var store = Bucket(capacity: 200_000, perSecond: 20_000)

  /// The parts of a complete export; each waits for the answer to the previous one.
  private var exchange = Bucket(capacity: 4000, perSecond: 2000)

  /// Counts a message; false if it exceeds the limit.
  mutating func spend(on message: ProviderMessage, at now: Date) -> Bool {
    switch message {
    case .store: store.spend(at: now)
    case .present: views.spend(at: now)
    case .request: exchange.spend(at: now)
    default: usual.spend(at: now)
    }
  }
}
