// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SecretMemory

extension OneTimeCodeVerifier {
  /// Begins an enrolment with a new secret of the algorithm's length, replacing any pending enrolment.
  ///
  /// - Parameters:
  ///   - digits: 6 to 8.
  ///   - period: A whole number of seconds, from 1 second to 1 day. All authenticators support 30 seconds.
  ///   - fresh: The proof required to replace an active factor. The old factor works until the new one is active.
  /// - Throws: `parametersOutOfRange`, `alreadyEnrolled` without the proof, `notFresh`, `anotherUser`, `clockAlarm`, or `storeFailed`.
  public func beginEnrolment(
    of user: OneTimeCodeUserID, algorithm: OneTimeCodeAlgorithm = .sha1, digits: Int = 6, period: Duration = .seconds(30),
    replacingBy fresh: OneTimeCodeFreshFactor? = nil, using generator: inout some RandomNumberGenerator
  ) async throws(OneTimeCodeVerificationError) -> PendingOneTimeCode {
    let parameters: OneTimeCodeParameters
    do {
      parameters = try .generate(algorithm: algorithm, digits: digits, period: period, using: &generator)
    } catch { throw OneTimeCodeVerificationError(.parametersOutOfRange, cause: error) }
    return try await beginEnrolment(of: user, parameters: parameters, replacingBy: fresh, using: &generator)
  }

  /// Begins an enrolment with an existing secret, such as that of a hardware token.
  ///
  /// - Throws: Also `secretTooShort` if the secret is shorter than the algorithm's length (20, 32 or 64 bytes), and `notTimeBased`.
  public func beginEnrolment(
    of user: OneTimeCodeUserID, parameters: OneTimeCodeParameters, replacingBy fresh: OneTimeCodeFreshFactor? = nil,
    using generator: inout some RandomNumberGenerator
  ) async throws(OneTimeCodeVerificationError) -> PendingOneTimeCode {
    guard case .timeBased = parameters.form else { throw OneTimeCodeVerificationError(.notTimeBased) }
    guard parameters.secret.byteCount >= parameters.algorithm.secretByteCount else { throw OneTimeCodeVerificationError(.secretTooShort) }
    guard let now = await trustedTime() else { throw OneTimeCodeVerificationError(.clockAlarm) }
    let active = try await stored { try await store.active(of: user) }
    if active != nil {
      guard let fresh else { throw OneTimeCodeVerificationError(.alreadyEnrolled) }
      try check(fresh, of: user, at: now)
    }
    let credential = StoredOneTimeCode(
      user: user, id: .generate(using: &generator), parameters: parameters,
      expires: now.addingTimeInterval(policy.pendingLifetime / .seconds(1)), replaces: active?.id)
    try await stored { try await store.insertPending(credential) }
    return PendingOneTimeCode(stored: credential)
  }

  /// Returns the pending enrolment, so that a page shown again shows the same secret; `nil` if there is none or it has expired.
  public func pendingEnrolment(of user: OneTimeCodeUserID) async throws(OneTimeCodeVerificationError) -> PendingOneTimeCode? {
    guard let now = await trustedTime() else { throw OneTimeCodeVerificationError(.clockAlarm) }
    return try await stored { try await store.pending(of: user, at: now) }.map(PendingOneTimeCode.init)
  }

  /// Cancels an enrolment. An active factor is not affected.
  public func cancelEnrolment(of user: OneTimeCodeUserID) async throws(OneTimeCodeVerificationError) {
    try await stored { try await store.removePending(of: user) }
  }

  /// Activates an enrolment with its first correct code, which uses up that code. Attempts count as they do at sign-in.
  ///
  /// - Parameter login: The login of the signed-in session that enrols.
  /// - Throws: `noLongerPending` if the enrolment has expired; otherwise the same errors as ``verify(_:of:in:)``.
  public func activate(
    _ pending: PendingOneTimeCode, firstCode typed: String, in login: OneTimeCodeLogin
  ) async throws(OneTimeCodeVerificationError) -> OneTimeCodeVerdict {
    let verdict = try await judge(typed, pending.stored, login) { (use) throws(OneTimeCodeVerificationError) in
      let result = try await stored { try await store.activate(use) }
      guard result != .gone else { throw OneTimeCodeVerificationError(.noLongerPending) }
      return result
    }
    if verdict.isAccepted { await tell(.enrolled(pending.user, pending.id, replaced: pending.isReplacement)) }
    return verdict
  }

  /// Removes an active factor and its recovery codes.
  ///
  /// - Throws: `notFresh`, `anotherUser`, `clockAlarm`, or `storeFailed`.
  public func remove(
    _ credential: ActiveOneTimeCode, with fresh: OneTimeCodeFreshFactor
  ) async throws(OneTimeCodeVerificationError) {
    try await check(fresh, of: credential.user)
    if try await stored({ try await store.removeActive(credential.id, of: credential.user) }) {
      await tell(.removed(credential.user, credential.id))
    }
  }

  /// Lifts the block after too many failures, once another factor was presented.
  ///
  /// - Throws: `notFresh`, `clockAlarm`, or `storeFailed`.
  public func clearFailures(with fresh: OneTimeCodeFreshFactor) async throws(OneTimeCodeVerificationError) {
    try await check(fresh, of: fresh.user)
    try await stored { try await store.clearFailures(of: fresh.user) }
  }

  func check(_ fresh: OneTimeCodeFreshFactor, of user: OneTimeCodeUserID) async throws(OneTimeCodeVerificationError) {
    guard let now = await trustedTime() else { throw OneTimeCodeVerificationError(.clockAlarm) }
    try check(fresh, of: user, at: now)
  }

  private func check(_ fresh: OneTimeCodeFreshFactor, of user: OneTimeCodeUserID, at now: Date) throws(OneTimeCodeVerificationError) {
    guard fresh.user == user else { throw OneTimeCodeVerificationError(.anotherUser) }
    guard fresh.isFresh(at: now, lifetime: policy.freshness) else { throw OneTimeCodeVerificationError(.notFresh) }
  }
}
