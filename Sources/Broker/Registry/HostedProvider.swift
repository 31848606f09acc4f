// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials

/// One enabled provider: its bundle, its process if it runs, and its reported state.
struct HostedProvider: Sendable {
  let bundle: ProviderBundle
  /// The running process, if any.
  private(set) var link: (any ProviderLink)?
  /// The number of the current process, so that messages of an ended one are ignored.
  private(set) var generation = 0
  /// Whether it reported that its main loop runs.
  private(set) var isReady = false
  /// Whether its process ended unexpectedly and was not restarted since.
  private(set) var hasFailed = false
  /// Whether it has reported its identities, or that it does so when it is unlocked.
  private(set) var hasArrived = false
  /// The client number of its process; nil if it has made no request.
  var client: ClientNumber?
  /// The state of its own folder when its idle process was ended; nil while it runs.
  private(set) var folderState: Int64?
  /// Whether its process is being ended for a fault; its further messages are ignored.
  var isPunished = false
  /// The number of the sign of life that it owes; nil if none is awaited.
  var awaitedSign: Int?
  /// The time at which it last got a request or sent a message.
  var lastActivity = Date(timeIntervalSince1970: 0)
  /// Whether it is locked, as far as it has reported.
  var lockState: ProviderLockState?
  /// The time of the fault after which it waits before it is started again. Only the vault waits: it is never turned off for its faults.
  private var held: Date?
  /// Whether a request waits for the end of that time.
  var isAwaited = false
  /// Its identities.
  var store = IdentityStore()
  /// The provider doctor's findings in its process, one code each.
  var findings: [String] = []
  /// The last fault, which remains when it runs again.
  private(set) var lastFault: ProviderFaultValue?
  private var started = Date(timeIntervalSince1970: 0)
  private var faults: [Date] = []
  private var allowance = MessageAllowance()

  init(bundle: ProviderBundle) {
    self.bundle = bundle
  }

  /// The state shown by `status`.
  var state: String {
    if hasFailed || isPunished { return "failed" }
    guard link == nil || isReady else { return "starting" }
    return lockState?.rawValue ?? (link == nil ? "resting" : "ready")
  }

  /// Returns the number of faults within the counted time.
  func faultCount(at now: Date, limits: BrokerLimits) -> Int {
    faults.count { now.timeIntervalSince($0) <= limits.faultWindow }
  }

  /// Whether it may have credentials that it has not named yet: it is locked, or has not reported whether it is.
  var isClosed: Bool { lockState != .unlocked && lockState != .noVault && store.count == 0 }

  /// Whether it reported that it suggests nothing, and no lock state: it names its credentials only for a requesting site.
  var namesNothing: Bool { lockState == nil && hasArrived && store.count == 0 }

  /// Whether it can create a new passkey: it declares passkeys, and did not report that it has no place for them.
  var makesPasskeys: Bool { bundle.capabilities.passkeys && lockState != .noVault }

  /// Whether it can be asked for a list.
  func canList(_ field: FieldPurpose) -> Bool {
    guard lockState != .noVault else { return false }
    return switch field {
    case .oneTimeCode: bundle.capabilities.oneTimeCodes
    case .username: bundle.capabilities.passkeys || bundle.capabilities.passwords
    case .currentPassword: bundle.capabilities.passwords
    }
  }

  mutating func started(_ link: any ProviderLink, generation: Int, at now: Date) {
    self.link = link
    self.generation = generation
    folderState = nil
    isReady = false
    hasFailed = false
    lastActivity = now
    started = now
    isPunished = false
    allowance = MessageAllowance()
  }

  mutating func becameReady() {
    isReady = true
  }

  mutating func arrived() {
    hasArrived = true
  }

  /// Notes that its reported identities may be outdated, because its app left something for it.
  mutating func heardOfNews() {
    hasArrived = false
  }

  /// Whether it was just started and has yet to report its identities; the wait is no longer than for an answer.
  func isArriving(at now: Date, limits: BrokerLimits) -> Bool {
    link != nil && !hasArrived && !isPunished && now.timeIntervalSince(started) < limits.withoutInteraction / .seconds(1)
  }

  /// Notes that it sent any message.
  mutating func gaveSign() {
    if awaitedSign != nil { awaitedSign = nil }
  }

  /// Discards the process together with its identities.
  mutating func ended() {
    rested()
    hasFailed = true
    hasArrived = false
    isPunished = false
    lockState = nil
    store = IdentityStore()
  }

  /// Discards the process, which was ended because it was idle; its reported state stays.
  mutating func rested(folderState: Int64? = nil) {
    link = nil
    awaitedSign = nil
    self.folderState = folderState
    isReady = false
    // Further messages of the ended process are ignored.
    generation = 0
  }

  /// Counts one message; false if the process sends too many.
  mutating func maySay(_ message: ProviderMessage, at now: Date) -> Bool { allowance.spend(on: message, at: now) }

  /// Whether it has failed repeatedly and is not started again yet.
  func isHeld(at now: Date, limits: BrokerLimits) -> Bool {
    // A clock that is set back does not prolong the wait.
    held.map { abs(now.timeIntervalSince($0)) < limits.pause / .seconds(1) } ?? false
  }

  /// Leaves it ended for a while after repeated faults, so that a vault that fails at once is not restarted in a loop.
  mutating func hold(from now: Date) { held = now }

  /// Notes a fault: the process ended, or could not be started.
  ///
  /// - Returns: The number of faults that count now.
  mutating func noteFault(_ fault: ProviderFaultValue, at now: Date, limits: BrokerLimits) -> Int {
    lastFault = fault
    hasFailed = true
    faults.removeAll { now.timeIntervalSince($0) > limits.faultWindow }
    faults.append(now)
    return faults.count
  }
}
