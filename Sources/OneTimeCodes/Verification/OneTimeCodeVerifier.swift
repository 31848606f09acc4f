// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SecretMemory

/// Checks the one-time codes that users type at a service: a narrow window, single use, rate-limited guessing, constant time.
///
/// One verifier serves all users and any number of tasks, and several processes may share the store's database. See
/// `docs/verifying-codes.md`.
public struct OneTimeCodeVerifier<Store: OneTimeCodeVerificationStore>: Sendable {
  /// The minimum length of a secret for verification, in bytes (RFC 4226 §4 R6).
  public static var shortestSecretByteCount: Int { 16 }

  let store: Store
  let policy: OneTimeCodeVerificationPolicy
  let clock: OneTimeCodeServerClock
  let matcher: OneTimeCodeMatcher
  private let handleEvent: @Sendable (OneTimeCodeEvent) async -> Void

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - clock: Use one clock for the whole process, so that every verifier sees a jump.
  ///   - handleEvent: Called with events to log or report to the user, after the change and before the verdict is returned.
  public init(
    store: Store, policy: OneTimeCodeVerificationPolicy = .init(), clock: OneTimeCodeServerClock,
    handleEvent: @escaping @Sendable (OneTimeCodeEvent) async -> Void
  ) {
    self.init(store: store, policy: policy, clock: clock, handleEvent: handleEvent, didEvaluate: nil)
  }

  /// Creates a verifier like the public initialiser, with a callback for every evaluation. Attempts rejected without evaluation do not
  /// trigger it.
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

  /// Returns the user's active factor; `nil` if signing in requires none.
  public func credential(of user: OneTimeCodeUserID) async throws(OneTimeCodeVerificationError) -> ActiveOneTimeCode? {
    try await stored { try await store.active(of: user) }.map(ActiveOneTimeCode.init)
  }

  /// Checks a code typed in a login whose first factor was verified.
  ///
  /// - Throws: `anotherUser`, `secretTooShort`, `notTimeBased`, or `storeFailed`; then no code was accepted.
  public func verify(
    _ typed: String, of credential: ActiveOneTimeCode, in login: OneTimeCodeLogin
  ) async throws(OneTimeCodeVerificationError) -> OneTimeCodeVerdict {
    try await judge(typed, credential.stored, login) { (use) throws(OneTimeCodeVerificationError) in
      try await stored { try await store.use(use) }
    }
  }

  /// Performs the steps that pending and active credentials share; `accept` is the single conditional update.
  func judge(
    _ typed: String, _ credential: StoredOneTimeCode, _ login: OneTimeCodeLogin,
    accept: (OneTimeCodeUse) async throws(OneTimeCodeVerificationError) -> OneTimeCodeUseResult
  ) async throws(OneTimeCodeVerificationError) -> OneTimeCodeVerdict {
    guard credential.user == login.user else { throw OneTimeCodeVerificationError(.anotherUser) }
    guard case .timeBased = credential.parameters.form else { throw OneTimeCodeVerificationError(.notTimeBased) }
    guard credential.parameters.secret.byteCount >= Self.shortestSecretByteCount else {
      throw OneTimeCodeVerificationError(.secretTooShort)
    }
    // 1. The clock. After a jump, nothing is decided.
    guard let now = await trustedTime() else { return .clockAlarm }
    // 2. Form. A text that cannot be a code does not count as an attempt.
    guard let digits = OneTimeCodeMatcher.digits(typed, of: credential.parameters) else { return .wrong }
    // 3. Rate, counted before evaluating.
    let keys = OneTimeCodeTallyKeys(user: login.user, factor: .code(credential.id), client: login.client)
    let (admission, isLastTry) = try await admit(keys, at: now)
    guard admission == .admitted else { return admission.verdict }
    // 4. Check every step of the window, always all of them.
    let match = matcher.match(digits, credential.parameters, drift: credential.drift, at: now)
    guard let match else { return await refuse(.wrong, keys, isLastTry) }
    // 5. Single use: this step must be later than any used before. The same statement stores the drift and clears the failures.
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

  /// Counts an attempt, and returns whether it is the last one before the factor is blocked.
  func admit(
    _ keys: OneTimeCodeTallyKeys, at now: Date
  ) async throws(OneTimeCodeVerificationError) -> (OneTimeCodeAdmission, isLastTry: Bool) {
    let policy = self.policy
    let (admission, tallies) = try await stored {
      try await store.updateTallies(keys, at: now) { tallies in (tallies.admit(at: now, policy: policy), tallies) }
    }
    guard admission == .admitted else { return (admission, false) }
    if tallies.overall.count == policy.overall.maximumCount { await tell(.overallLimitReached) }
    return (.admitted, tallies.factor.failures == OneTimeCodeAttempts.maximumFailureCount)
  }

  /// Refuses an attempt, which remains counted. Reports the hundredth consecutive failure.
  func refuse(_ verdict: OneTimeCodeVerdict, _ keys: OneTimeCodeTallyKeys, _ isLastTry: Bool) async -> OneTimeCodeVerdict {
    if isLastTry { await tell(.hardStop(keys.user, keys.factor, client: keys.client)) }
    return verdict
  }

  /// Returns the time, or `nil` after a jump, which is reported once.
  func trustedTime() async -> Date? {
    switch clock.read() {
    case .trusted(let now): return now
    case .jumped(let jump, let isNews):
      if isNews { await tell(.clockAlarm(jump: jump)) }
      return nil
    }
  }

  func tell(_ event: OneTimeCodeEvent) async { await handleEvent(event) }

  /// Runs a store operation and wraps its error.
  func stored<Result>(
    _ operation: () async throws -> Result
  ) async throws(OneTimeCodeVerificationError) -> Result {
    do { return try await operation() } catch { throw OneTimeCodeVerificationError(.storeFailed, cause: error) }
  }
}

extension OneTimeCodeAdmission {
  /// The verdict for an attempt that was not admitted.
  var verdict: OneTimeCodeVerdict {
    switch self {
    case .admitted: .wrong
    case .tooSoon(let wait): .tooSoon(retryAfter: wait)
    case .exhausted: .exhausted
    }
  }
}
