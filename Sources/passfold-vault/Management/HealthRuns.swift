// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import SecretMemory

/// Running health checks of all passwords. Each was allowed once, as a whole, and continues by a token that only its caller has.
struct HealthRuns {
  /// The remaining part of one caller's health check.
  struct Run {
    /// The key by which its passwords are compared.
    let likenessKey: SharedSecret
    /// The remaining passwords, in the order of the list.
    var rest: ArraySlice<CredentialSummary>
    /// The total number of passwords.
    let total: Int
    fileprivate var lastUse: ContinuousClock.Instant
  }

  /// The time without use after which a run ends: a minute.
  static let idleLimit = Duration.seconds(60)
  /// The maximum number of runs at the same time, more than a user needs.
  private static let most = 4

  private var runs: [String: Run] = [:]

  static func run(over passwords: [CredentialSummary], likenessKey: SharedSecret, at now: ContinuousClock.Instant) -> Run {
    Run(likenessKey: likenessKey, rest: passwords[...], total: passwords.count, lastUse: now)
  }

  /// Stores an unfinished run, replacing the one that has been idle the longest if there are too many.
  mutating func keep(_ run: Run, as token: String, at now: ContinuousClock.Instant) {
    var run = run
    run.lastUse = now
    runs = runs.filter { now - $0.value.lastUse < Self.idleLimit }
    if runs.count >= Self.most, let oldest = runs.min(by: { $0.value.lastUse < $1.value.lastUse }) { runs[oldest.key] = nil }
    runs[token] = run
  }

  /// Removes and returns the run with this token, which cannot be used again.
  mutating func take(_ token: String, at now: ContinuousClock.Instant) -> Run? {
    guard let run = runs.removeValue(forKey: token), now - run.lastUse < Self.idleLimit else { return nil }
    return run
  }

  /// Ends all runs; none of the vault's content remains.
  mutating func endAll() { runs = [:] }
}
