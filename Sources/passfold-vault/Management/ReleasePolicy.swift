// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

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

  /// How much a request weighs.
  package enum Weight: Hashable, Sendable {
    /// Names are told, page after page where there are many.
    case names
    /// What is in one entry is told, or whether something is there.
    case look
    /// Something is stored or changed; what is lost by it for good takes a yes of its own each time.
    case change
    /// A secret leaves the vault.
    case release
  }

  /// How long a no to a browser's popup holds: a minute.
  package static let refusalSpan = Duration.seconds(60)

  private var lastUses: [TerminalSession: ContinuousClock.Instant] = [:]
  private var lastLists: [TerminalSession: ContinuousClock.Instant] = [:]
  private var lastBrowserLists: [String: ContinuousClock.Instant] = [:]
  /// Over all grants.
  private var brake = ReleaseBrake()
  /// Over all grants, apart from what leaves.
  private var changes = ReleaseBrake()
  /// Whose changes the person has allowed beyond the brake, for as long as the grant lasts.
  private var changing: Set<TerminalSession> = []
  /// Over all browsers.
  private var browserChanges = ReleaseBrake()

  /// Starts without grants.
  package init() {}

  /// Whether a role may make a request at all. A popup manages what is in the vault; it makes none, and what lasts beyond it is not its own:
  /// set-up links, the log and the time that codes are made for.
  package static func mayAsk(_ call: VaultCall, _ role: VaultHello.Role) -> Bool {
    switch role {
    case .cli:
      // The system compares for pages that it has judged, and counts how often.
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
        .restoreVault, .repairVault:
        return true
      default: return false
      }
    case .browser:
      switch call {
      case .status, .unlock, .lock, .list, .details, .code, .codes, .reveal, .revealShown, .passwordState, .addPassword, .addCode,
        .previewSetUp,
        .confirmCode, .edit, .remove, .restore, .trash:
        return true
      case .addEntry, .create, .changePassphrase, .choosePIN, .chooseFinger, .forgetPIN, .recover, .replaceRecoveryKey, .recoveryKeyArrived,
        .importCodes,
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

  /// The terminal sessions that have a grant.
  package func sessions(at now: ContinuousClock.Instant) -> [Int32] {
    lastUses.filter { !$0.key.isWindow && now - $0.value < Self.idleLimit }.map(\.key.id).sorted()
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

  /// Decides about one change from a terminal, counts it, and renews the grant. A person who stores many entries one after the other is asked once:
  /// nothing leaves the vault by it.
  package mutating func decideChange(for session: TerminalSession?, at now: ContinuousClock.Instant) -> Decision {
    guard let session, hasGrant(session, at: now) else { return .confirm }
    guard changing.contains(session) || changes.take(at: now) else { return .confirm }
    lastUses[session] = now
    return .atOnce
  }

  /// Takes note that the person has allowed a change of a terminal: further ones are made at once until its grant ends.
  package mutating func allowChanges(of session: TerminalSession?, at now: ContinuousClock.Instant) {
    guard let session, hasGrant(session, at: now) else { return }
    changing.insert(session)
    lastUses[session] = now
  }

  /// Decides about names that are told, which are no release however many pages of them a list has, and renews the grant.
  package mutating func decideNames(for session: TerminalSession?, at now: ContinuousClock.Instant) -> Decision {
    guard let session, hasGrant(session, at: now) else { return .confirm }
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

  /// Decides about one change for a browser's popup, and counts it: above 30 in a minute each further one is asked about.
  package mutating func decideBrowserChange(at now: ContinuousClock.Instant) -> Decision {
    browserChanges.take(at: now) ? .atOnce : .confirm
  }

  /// Whether the live list of a browser's popup is a release of its own, as it is once in ten seconds.
  package func isNewList(of browser: String, at now: ContinuousClock.Instant) -> Bool {
    lastBrowserLists[browser].map { now - $0 >= Self.listSpan } ?? true
  }

  /// Takes note that the live list of a browser's popup was counted.
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
