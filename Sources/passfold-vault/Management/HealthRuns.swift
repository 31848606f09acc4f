// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import SecretMemory

/// Judgements of all passwords that are under way. Each was allowed once, as a whole, and goes on by a token that only its caller has.
struct HealthRuns {
  /// What one caller still gets.
  struct Run {
    /// By which its passwords are compared.
    let likenessKey: SharedSecret
    /// The passwords that are left, in the order of the list.
    var rest: ArraySlice<CredentialSummary>
    /// How many there were.
    let total: Int
    fileprivate var lastUse: ContinuousClock.Instant
  }

  /// Time without use after which a run ends: a minute.
  static let idleLimit = Duration.seconds(60)
  /// More at once are no person's.
  private static let most = 4

  private var runs: [String: Run] = [:]

  static func run(over passwords: [CredentialSummary], likenessKey: SharedSecret, at now: ContinuousClock.Instant) -> Run {
    Run(likenessKey: likenessKey, rest: passwords[...], total: passwords.count, lastUse: now)
  }

  /// Keeps a run that is not at its end, in place of the one that rested longest where there are too many.
  mutating func keep(_ run: Run, as token: String, at now: ContinuousClock.Instant) {
    var run = run
    run.lastUse = now
    runs = runs.filter { now - $0.value.lastUse < Self.idleLimit }
    if runs.count >= Self.most, let oldest = runs.min(by: { $0.value.lastUse < $1.value.lastUse }) { runs[oldest.key] = nil }
    runs[token] = run
  }

  /// Hands a run over to whoever has its token, which is of no use after that.
  mutating func take(_ token: String, at now: ContinuousClock.Instant) -> Run? {
    guard let run = runs.removeValue(forKey: token), now - run.lastUse < Self.idleLimit else { return nil }
    return run
  }

  /// Ends all runs; nothing of the vault's content stays.
  mutating func endAll() { runs = [:] }
}
