// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// The time that codes are generated for.
extension ManagementDesk {
  var clockState: VaultAnswer.ClockState {
    switch clock.state {
    case .system: VaultAnswer.ClockState()
    case .compensated(let seconds): VaultAnswer.ClockState(compensation: seconds)
    case .void: VaultAnswer.ClockState(void: true)
    }
  }

  /// Changes the time only with the user's consent, for every caller; a caller with a grant may return to the system's time immediately.
  func compensateClock(
    _ compensation: VaultCall.ClockCompensation, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> VaultAnswer.ClockState {
    if let seconds = compensation.seconds {
      guard seconds.isFinite, abs(seconds) <= AgreedCompensation.greatest else { throw VaultFailure(.badRequest, detail: "seconds") }
    }
    if compensation.seconds != nil || !policy.hasGrant(caller.session, at: time.now()) {
      try await confirm(.compensateClock(compensation.seconds), caller)
    }
    guard let isAgreed = try? clock.agree(to: compensation.seconds), isAgreed else { throw VaultFailure(.notStored) }
    return clockState
  }
}
