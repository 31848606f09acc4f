// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SecretMemory

/// Judges the codes that people type at a service: a narrow window, one use each, slow guessing, constant time.
///
/// One verifier serves all users and any number of tasks; several processes may share the store's database. See `docs/verifying-codes.md`.
public struct OneTimeCodeVerifier<Store: OneTimeCodeVerificationStore>: Sendable {
  /// The shortest secret verified with, in bytes (RFC 4226 §4 R6).
  public static var shortestSecretByteCount: Int { 16 }

  let store: Store
  let policy: OneTimeCodeVerificationPolicy
  let clock: OneTimeCodeServerClock
  let matcher: OneTimeCodeMatcher
  private let handleEvent: @Sendable (OneTimeCodeEvent) async -> Void

  /// - Parameters:
  ///   - clock: One for the whole process, so that a jump is seen by all.
  ///   - handleEvent: Told what a service should log or tell the person; called after the change, before the verdict is returned.
  public init(
    store: Store, policy: OneTimeCodeVerificationPolicy = .init(), clock: OneTimeCodeServerClock,
    handleEvent: @escaping @Sendable (OneTimeCodeEvent) async -> Void
  ) {
    self.init(store: store, policy: policy, clock: clock, handleEvent: handleEvent, didEvaluate: nil)
  }

  /// As the public one, with a look at every evaluation: what was refused unseen does not show here.
  package init(
    store: Store, policy: OneTimeCodeVerificationPolicy = .init(), clock: OneTimeCodeServerClock,
    handleEvent: @escaping @Sendable (OneTimeCodeEvent) async -> Void, didEvaluate: (@Sendable () -> Void)?
  ) {
    self.store = store
    self.policy = policy
    self.clock = clock
    self.handleEvent = handleEvent
    matcher = OneTimeCodeMatcher(tolerance: policy.tolerance, didEvaluate: didEvaluate)
  }

  /// The user's active factor; `nil` where signing in takes none.
  public func credential(of user: OneTimeCodeUserID) async throws(OneTimeCodeVerificationError) -> ActiveOneTimeCode? {
    try await stored { try await store.active(of: user) }.map(ActiveOneTimeCode.init)
  }

  /// Judges a code typed in a login whose first factor was right.
  ///
  /// - Throws: `anotherUser`, `secretTooShort`, `notTimeBased`, `storeFailed`; then nothing was accepted.
  public func verify(
    _ typed: String, of credential: ActiveOneTimeCode, in login: OneTimeCodeLogin
  ) async throws(OneTimeCodeVerificationError) -> OneTimeCodeVerdict {
    try await judge(typed, credential.stored, login) { (use) throws(OneTimeCodeVerificationError) in
      try await stored { try await store.use(use) }
    }
  }

  /// The steps that a pending and an active credential have in common; `accept` is the one conditional update.
  func judge(
    _ typed: String, _ credential: StoredOneTimeCode, _ login: OneTimeCodeLogin,
    accept: (OneTimeCodeUse) async throws(OneTimeCodeVerificationError) -> OneTimeCodeUseResult
  ) async throws(OneTimeCodeVerificationError) -> OneTimeCodeVerdict {
    guard credential.user == login.user else { throw OneTimeCodeVerificationError(.anotherUser) }
    guard case .timeBased = credential.parameters.form else { throw OneTimeCodeVerificationError(.notTimeBased) }
    guard credential.parameters.secret.byteCount >= Self.shortestSecretByteCount else {
      throw OneTimeCodeVerificationError(.secretTooShort)
    }
    // 1. The clock: one that jumped decides nothing.
    guard let now = await trustedTime() else { return .clockAlarm }
    // 2. Form. A text that cannot be a code costs no try.
    guard let digits = OneTimeCodeMatcher.digits(typed, of: credential.parameters) else { return .wrong }
    // 3. Rate, counted before evaluating.
    let keys = OneTimeCodeTallyKeys(user: login.user, factor: .code(credential.id), client: login.client)
    let (admission, isLastTry) = try await admit(keys, at: now)
    guard admission == .admitted else { return admission.verdict }
    // 4. Every step of the window, always all of them.
    let match = matcher.match(digits, credential.parameters, drift: credential.drift, at: now)
    guard let match else { return await refuse(.wrong, keys, isLastTry) }
    // 5. Once: this step has to be later than any used before. The same statement learns the drift and ends the row of failures.
    let drift = credential.drift.afterSuccess(at: Int(match.offset), tolerating: policy.tolerance)
    let use = OneTimeCodeUse(keys: keys, credential: credential.id, step: match.step, drift: drift, instant: now)
    switch try await accept(use) {
    case .used: return .accepted(OneTimeCodeFreshFactor(login: login, instant: now))
    case .gone: return await refuse(.wrong, keys, isLastTry)
    case .usedBefore:
      await tell(.duplicateUse(login.user, credential.id, client: login.client))
      return await refuse(.usedBefore, keys, isLastTry)
    }
  }

  /// Counts a try; says also whether it is the last one before the hard stop.
  func admit(
    _ keys: OneTimeCodeTallyKeys, at now: Date
  ) async throws(OneTimeCodeVerificationError) -> (OneTimeCodeAdmission, isLastTry: Bool) {
    let policy = self.policy
    let (admission, tallies) = try await stored {
      try await store.updateTallies(keys, at: now) { tallies in (tallies.admit(at: now, policy: policy), tallies) }
    }
    guard admission == .admitted else { return (admission, false) }
    if tallies.overall.count == policy.overall.most { await tell(.overallLimitReached) }
    return (.admitted, tallies.factor.failures == OneTimeCodeAttempts.mostFailures)
  }

  /// A failed try stays counted; the hundredth in a row is told.
  func refuse(_ verdict: OneTimeCodeVerdict, _ keys: OneTimeCodeTallyKeys, _ isLastTry: Bool) async -> OneTimeCodeVerdict {
    if isLastTry { await tell(.hardStop(keys.user, keys.factor, client: keys.client)) }
    return verdict
  }

  /// The time, or `nil` after a jump, which is told once.
  func trustedTime() async -> Date? {
    switch clock.read() {
    case .trusted(let now): return now
    case .jumped(let jump, let isNews):
      if isNews { await tell(.clockAlarm(jump: jump)) }
      return nil
    }
  }

  func tell(_ event: OneTimeCodeEvent) async { await handleEvent(event) }

  /// Runs a store operation; its error becomes ours.
  func stored<Result>(
    _ operation: () async throws -> Result
  ) async throws(OneTimeCodeVerificationError) -> Result {
    do { return try await operation() } catch { throw OneTimeCodeVerificationError(.storeFailed, cause: error) }
  }
}

extension OneTimeCodeAdmission {
  /// The verdict for a try that was not admitted.
  var verdict: OneTimeCodeVerdict {
    switch self {
    case .admitted: .wrong
    case .tooSoon(let wait): .tooSoon(retryAfter: wait)
    case .exhausted: .exhausted
    }
  }
}
