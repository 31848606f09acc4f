// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Decides whether a caller of the management door gets something at once or only after a person's yes. Pure: time is a parameter.
package struct ReleasePolicy: Sendable {
  /// The two ways to get something.
  package enum Decision: Hashable, Sendable {
    /// The caller's terminal has a grant, and the rate is kept.
    case atOnce
    /// A person is asked first.
    case confirm
  }

  /// Time without use after which a grant ends: 15 minutes.
  package static let idleLimit = Duration.seconds(15 * 60)
  /// Time in which a live list of one terminal is one release.
  package static let listSpan = Duration.seconds(10)

  private var lastUses: [TerminalSession: ContinuousClock.Instant] = [:]
  private var lastLists: [TerminalSession: ContinuousClock.Instant] = [:]
  /// Over all grants.
  private var brake = ReleaseBrake()

  /// Starts without grants.
  package init() {}

  /// Opens a grant for a terminal session, or renews it.
  package mutating func open(for session: TerminalSession, at now: ContinuousClock.Instant) {
    lastUses = lastUses.filter { now - $0.value < Self.idleLimit }
    lastUses[session] = now
  }

  /// The terminal sessions that have a grant.
  package func sessions(at now: ContinuousClock.Instant) -> [Int32] {
    lastUses.filter { now - $0.value < Self.idleLimit }.map(\.key.id).sorted()
  }

  /// Whether a terminal session has a grant.
  package func hasGrant(_ session: TerminalSession?, at now: ContinuousClock.Instant) -> Bool {
    guard let session, let lastUse = lastUses[session] else { return false }
    return now - lastUse < Self.idleLimit
  }

  /// Decides about one release, counts it when it is made at once, and renews the grant.
  package mutating func decide(for session: TerminalSession?, at now: ContinuousClock.Instant) -> Decision {
    guard let session, hasGrant(session, at: now) else { return .confirm }
    guard brake.take(at: now) else { return .confirm }
    lastUses[session] = now
    return .atOnce
  }

  /// Decides about the codes of a live list. One list of a terminal counts as one release in ten seconds however often it is drawn, so a
  /// list that is looked at takes at most 6 of a minute's 30.
  ///
  /// - Parameter renews: Whether a person is at the list, which keeps the grant.
  package mutating func decideList(for session: TerminalSession?, at now: ContinuousClock.Instant, renews: Bool) -> Decision {
    guard let session, hasGrant(session, at: now) else { return .confirm }
    let lastUse = lastUses[session]
    if let last = lastLists[session], now - last < Self.listSpan {
      if renews { lastUses[session] = now }
      return .atOnce
    }
    let decision = decide(for: session, at: now)
    if decision == .atOnce { lastLists[session] = now }
    if !renews { lastUses[session] = lastUse }
    return decision
  }

  /// Ends every grant.
  package mutating func closeAll() {
    lastUses = [:]
    lastLists = [:]
  }
}
