// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials

/// How many messages a provider's process may still send: a store that fills under way, and beyond any sensible number an end.
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

  /// What is said once in a while.
  private var usual = Bucket(capacity: 300, perSecond: 50)
  /// Each is drawn before a person's eyes; live codes renew a view each second, and a few lists may be open.
  private var views = Bucket(capacity: 100, perSecond: 30)
  /// A provider that saves its identities one by one.
  private var store = Bucket(capacity: 200_000, perSecond: 20_000)

  /// The parts of everything that a provider keeps; each waits for the answer to the one before.
  private var exchange = Bucket(capacity: 4000, perSecond: 2000)

  /// Counts a message; false when it is one too many.
  mutating func spend(on message: ProviderMessage, at now: Date) -> Bool {
    switch message {
    case .store: store.spend(at: now)
    case .present: views.spend(at: now)
    case .request: exchange.spend(at: now)
    default: usual.spend(at: now)
    }
  }
}
