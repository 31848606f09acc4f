// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

/// Decides whether a caller of the management door is served immediately or only with the user's consent. Pure: time is a parameter.
package struct ReleasePolicy: Sendable {
  /// The two possible decisions.
  package enum Decision: Hashable, Sendable {
    /// The caller's terminal has a grant, and the rate is not exceeded.
    case atOnce
    /// The user is asked first.
    case confirm
  }

  /// The time without use after which a grant ends: 15 minutes.
  package static let idleLimit = Duration.seconds(15 * 60)
  /// The time during which a live list of one terminal counts as one release.
  package static let listSpan = Duration.seconds(10)

  /// The weight of a request.
  package enum Weight: Hashable, Sendable {
    /// Returns names, page after page if there are many.
    case names
    /// Returns the contents of one entry, or whether there is one.
    case look
    /// Stores or changes something; permanent losses require separate consent each time.
    case change
    /// A secret leaves the vault.
    case release
  }

  /// The time for which a refusal to a browser's popup applies: a minute.
  package static let refusalSpan = Duration.seconds(60)

  private var lastUses: [TerminalSession: ContinuousClock.Instant] = [:]
  private var lastLists: [TerminalSession: ContinuousClock.Instant] = [:]
  private var lastBrowserLists: [String: ContinuousClock.Instant] = [:]
  /// The limit on releases over all grants.
  private var brake = ReleaseRateLimit()
  /// The limit on changes over all grants, separate from releases.
  private var changes = ReleaseRateLimit()
  /// The sessions whose changes the user has allowed beyond the limit, as long as the grant lasts.
  private var changing: Set<TerminalSession> = []
  /// The limit on changes over all browsers.
  private var browserChanges = ReleaseRateLimit()

  /// Creates a policy without grants.
  package init() {}

  /// Returns whether a role may make a request at all. A popup manages the entries of the vault. It does not create vaults, and has no
  /// access to things of lasting effect: set-up links, the log and the time that codes are generated for.
  package static func mayAsk(_ call: VaultCall, _ role: VaultHello.Role) -> Bool {
    switch role {
    case .cli:
      // The system makes this comparison for pages that it has judged, and counts how often.
      if case .passwordState = call { return false }
      if case .carry = call { return false }
      return true
    case .monitor: return call == .status
    case .sync:
      if case .carry = call { return true }
      return false
    case .settings:
      switch call {
      case .syncStatus, .devices, .renameDevice: return true
      default: return false
      }
    case .window:
      switch call {
      case .status, .unlock, .lock, .list, .trash, .details, .code, .codes, .reveal, .revealShown, .addPassword, .addCode, .previewSetUp,
        .confirmCode, .edit, .remove, .restore, .health, .addEntry, .create, .replaceRecoveryKey, .recoveryKeyArrived, .importStep,
        .exportStep, .exportSetUp,
        .erase, .attach, .sendPart, .openAttachment, .takePart, .removeAttachment, .offerDevice, .admitDevice, .removeDevice, .synchronise,
        .syncStep, .joinAccount, .finishJoining, .recover, .recoverAccount, .changePassphrase, .check, .snapshots, .takeSnapshot,
        .restoreVault, .repairVault, .choosePIN, .chooseFinger, .forgetPIN, .chooseIdleTime:
        return true
      default: return false
      }
    case .browser:
      switch call {
      case .status, .unlock, .lock, .list, .details, .code, .codes, .reveal, .revealShown, .passwordState, .addPassword, .addCode,
        .previewSetUp,
        .confirmCode, .edit, .remove, .restore, .trash:
        return true
      case .addEntry, .create, .changePassphrase, .choosePIN, .chooseFinger, .forgetPIN, .chooseIdleTime, .recover, .replaceRecoveryKey,
        .recoveryKeyArrived, .importCodes,
        .exportSetUp, .clock, .compensateClock, .attach, .sendPart, .openAttachment, .takePart, .removeAttachment, .health, .releases,
        .erase,
        .check, .snapshots, .takeSnapshot, .restoreVault, .repairVault, .synchronise, .syncStep, .syncStatus, .devices,
        .offerDevice, .admitDevice, .removeDevice, .renameDevice, .joinAccount, .finishJoining, .recoverAccount,
        .importStep, .exportStep, .carry, .cancel:
        return false
      }
    }
  }

  /// Opens a grant for a terminal session, or renews it.
  package mutating func open(for session: TerminalSession, at now: ContinuousClock.Instant) {
    lastUses = lastUses.filter { now - $0.value < Self.idleLimit }
    changing.formIntersection(lastUses.keys)
    lastUses[session] = now
  }

  /// Returns the terminal sessions that have a grant.
  package func sessions(at now: ContinuousClock.Instant) -> [Int32] {
    lastUses.filter { !$0.key.isWindow && now - $0.value < Self.idleLimit }.map(\.key.id).sorted()
  }

  /// Returns whether a terminal session has a grant.
  package func hasGrant(_ session: TerminalSession?, at now: ContinuousClock.Instant) -> Bool {
    guard let session, let lastUse = lastUses[session] else { return false }
    return now - lastUse < Self.idleLimit
  }

  /// Decides about one release, counts it if it is allowed immediately, and renews the grant.
  package mutating func decide(for session: TerminalSession?, at now: ContinuousClock.Instant) -> Decision {
    guard let session, hasGrant(session, at: now) else { return .confirm }
    guard brake.take(at: now) else { return .confirm }
    lastUses[session] = now
    return .atOnce
  }

  /// Decides about one change from a terminal, counts it, and renews the grant. A user who stores many entries one after another is asked
  /// once, because this releases nothing from the vault.
  package mutating func decideChange(for session: TerminalSession?, at now: ContinuousClock.Instant) -> Decision {
    guard let session, hasGrant(session, at: now) else { return .confirm }
    guard changing.contains(session) || changes.take(at: now) else { return .confirm }
    lastUses[session] = now
    return .atOnce
  }

  /// Records that the user has allowed a change of a terminal: further ones are allowed immediately until its grant ends.
  package mutating func allowChanges(of session: TerminalSession?, at now: ContinuousClock.Instant) {
    guard let session, hasGrant(session, at: now) else { return }
    changing.insert(session)
    lastUses[session] = now
  }

  /// Decides about returning names, which is no release however many pages a list has, and renews the grant.
  package mutating func decideNames(for session: TerminalSession?, at now: ContinuousClock.Instant) -> Decision {
    guard let session, hasGrant(session, at: now) else { return .confirm }
    lastUses[session] = now
    return .atOnce
  }

  /// Decides about the codes of a live list. One list of a terminal counts as one release in ten seconds however often it is drawn, so an
  /// open list uses at most 6 of the 30 releases per minute.
  ///
  /// - Parameter renews: Whether a user is viewing the list, which renews the grant.
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

  /// Decides about one change for a browser's popup, and counts it: above 30 in a minute the user is asked about each further one.
  package mutating func decideBrowserChange(at now: ContinuousClock.Instant) -> Decision {
    browserChanges.take(at: now) ? .atOnce : .confirm
  }

  /// Returns whether the live list of a browser's popup counts as another release, as it does once in ten seconds.
  package func isNewList(of browser: String, at now: ContinuousClock.Instant) -> Bool {
    lastBrowserLists[browser].map { now - $0 >= Self.listSpan } ?? true
  }

  /// Records that the live list of a browser's popup was counted.
  package mutating func noteList(of browser: String, at now: ContinuousClock.Instant) {
    lastBrowserLists = lastBrowserLists.filter { now - $0.value < Self.listSpan }
    lastBrowserLists[browser] = now
  }

  /// Ends every grant.
  package mutating func closeAll() {
    lastUses = [:]
    changing = []
    lastLists = [:]
    lastBrowserLists = [:]
  }
}
