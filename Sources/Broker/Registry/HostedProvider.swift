// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials

/// One enabled provider: its bundle, its process while there is one, and what it has told so far.
struct HostedProvider: Sendable {
  let bundle: ProviderBundle
  /// The running process, if any.
  private(set) var link: (any ProviderLink)?
  /// Tells a process from the one before it: what an ended one still says is not heard.
  private(set) var generation = 0
  /// Whether it said that its main loop runs.
  private(set) var isReady = false
  /// Whether its process ended by itself and has not been started since.
  private(set) var hasFailed = false
  /// Whether it has said what it could fill, or that it says so when it is unlocked.
  private(set) var hasArrived = false
  /// As which client its process asks; nil while it has asked for nothing.
  var client: ClientNumber?
  /// The state that its own folder was in when its process was ended since nobody needed it; nil while it runs.
  private(set) var folderState: Int64?
  /// Whether its process is being ended for a fault; what it still says is not heard.
  var isPunished = false
  /// The number of the sign of life that it owes; nil while none is awaited.
  var awaitedSign: Int?
  /// When it was last asked or last said something.
  var lastActivity = Date(timeIntervalSince1970: 0)
  /// Whether it is locked, as far as it has said.
  var lockState: ProviderLockState?
  /// What it could fill.
  var store = IdentityStore()
  /// What the provider doctor found in its process, one code for each finding.
  var findings: [String] = []
  /// What went wrong last; still there when it runs again.
  private(set) var lastFault: ProviderFaultValue?
  private var started = Date(timeIntervalSince1970: 0)
  private var faults: [Date] = []
  private var allowance = MessageAllowance()

  init(bundle: ProviderBundle) {
    self.bundle = bundle
  }

  /// What `status` says.
  var state: String {
    if hasFailed || isPunished { return "failed" }
    guard link == nil || isReady else { return "starting" }
    return lockState?.rawValue ?? (link == nil ? "resting" : "ready")
  }

  /// How often it failed within the window that counts.
  func faultCount(at now: Date, limits: BrokerLimits) -> Int {
    faults.count { now.timeIntervalSince($0) <= limits.faultWindow }
  }

  /// Whether it may hold credentials it has not named yet: it is locked, or has not said whether it is.
  var isClosed: Bool { lockState != .unlocked && lockState != .noVault && store.count == 0 }

  /// Whether it has said that there is nothing to suggest, and nothing of being locked: what it has, it names only for a site that asks.
  var namesNothing: Bool { lockState == nil && hasArrived && store.count == 0 }

  /// Whether a new passkey can be made in it: it says that it makes passkeys, and nothing of having no place for them.
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

  /// Takes note that what it said it could fill may be old: its app has left something for it.
  mutating func heardOfNews() {
    hasArrived = false
  }

  /// Whether it was started a moment ago and has yet to say what it could fill; one that says nothing is not waited for any longer than
  /// for an answer.
  func isArriving(at now: Date, limits: BrokerLimits) -> Bool {
    link != nil && !hasArrived && !isPunished && now.timeIntervalSince(started) < limits.withoutInteraction.inSeconds
  }

  /// Takes note that it said something, whatever it was.
  mutating func gaveSign() {
    if awaitedSign != nil { awaitedSign = nil }
  }

  /// Forgets the process and, with it, the identities it had given.
  mutating func ended() {
    rested()
    hasFailed = true
    hasArrived = false
    isPunished = false
    lockState = nil
    store = IdentityStore()
  }

  /// Forgets the process, which was ended because nobody needs it now; what it has told stays true.
  mutating func rested(folderState: Int64? = nil) {
    link = nil
    awaitedSign = nil
    self.folderState = folderState
    isReady = false
    // What the ended process still says is not heard.
    generation = 0
  }

  /// Counts one message; false when the process says more than anybody could want to hear.
  mutating func maySay(_ message: ProviderMessage, at now: Date) -> Bool { allowance.spend(on: message, at: now) }

  /// Notes a fault: the process ended, or could not be started.
  ///
  /// - Returns: How many faults count now.
  mutating func noteFault(_ fault: ProviderFaultValue, at now: Date, limits: BrokerLimits) -> Int {
    lastFault = fault
    hasFailed = true
    faults.removeAll { now.timeIntervalSince($0) > limits.faultWindow }
    faults.append(now)
    return faults.count
  }
}
