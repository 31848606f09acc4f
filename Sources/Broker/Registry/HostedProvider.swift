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
  /// Whether it is locked, as far as it has said.
  var lockState: ProviderLockState?
  /// What it could fill.
  var store = IdentityStore()
  private var faults: [Date] = []

  init(bundle: ProviderBundle) {
    self.bundle = bundle
  }

  /// What `status` says.
  var state: String {
    if link == nil { return "failed" }
    return isReady ? lockState?.rawValue ?? "starting" : "starting"
  }

  /// Whether it may hold credentials it has not named yet: it is locked, or has not said whether it is.
  var isClosed: Bool { lockState != .unlocked && lockState != .noVault && store.count == 0 }

  /// Whether it can be asked for a list.
  func canList(_ field: FieldPurpose) -> Bool {
    guard lockState != .noVault else { return false }
    return switch field {
    case .oneTimeCode: bundle.capabilities.oneTimeCodes
    case .username: bundle.capabilities.passkeys || bundle.capabilities.passwords
    case .currentPassword: bundle.capabilities.passwords
    }
  }

  mutating func started(_ link: any ProviderLink, generation: Int) {
    self.link = link
    self.generation = generation
    isReady = false
    lockState = nil
  }

  mutating func becameReady() {
    isReady = true
  }

  /// Forgets the process and, with it, the identities it had given.
  mutating func ended() {
    link = nil
    isReady = false
    lockState = nil
    store.removeAll()
  }

  /// Notes a fault: the process ended, or could not be started.
  mutating func noteFault(at now: Date, limits: BrokerLimits) {
    faults.removeAll { now.timeIntervalSince($0) > limits.faultWindow }
    faults.append(now)
  }

  /// Whether it may be started now: a provider that keeps failing rests between two starts, so that it cannot fail in a circle.
  func mayStart(at now: Date, limits: BrokerLimits) -> Bool {
    guard link == nil else { return false }
    guard faults.count(where: { now.timeIntervalSince($0) <= limits.faultWindow }) >= limits.faults, let last = faults.last else {
      return true
    }
    return now.timeIntervalSince(last) >= limits.faultPause
  }
}
