// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension OneTimeCodeVerifier {
  /// Makes ten recovery codes and invalidates all older ones. Show them once; they cannot be shown again.
  ///
  /// - Throws: `notFresh`, `clockAlarm`, or `storeFailed`.
  public func makeRecoveryCodes(
    with fresh: OneTimeCodeFreshFactor, using generator: inout some RandomNumberGenerator
  ) async throws(OneTimeCodeVerificationError) -> OneTimeRecoveryCodes {
    try await check(fresh, of: fresh.user)
    let (codes, rows) = OneTimeRecoveryCodes.generate(using: &generator)
    try await stored { try await store.replaceRecoveryCodes(of: fresh.user, with: rows) }
    await tell(.recoveryCodesMade(fresh.user))
    return codes
  }

  /// Returns the number of recovery codes that the user has left.
  public func recoveryCodesLeft(of user: OneTimeCodeUserID) async throws(OneTimeCodeVerificationError) -> Int {
    try await stored { try await store.recoveryCodes(of: user) }.count
  }

  /// Checks a recovery code typed instead of a code. A correct one is used up and lifts the block after too many failures.
  ///
  /// - Throws: `storeFailed`; then no code was accepted.
  public func redeem(
    recoveryCode typed: String, in login: OneTimeCodeLogin
  ) async throws(OneTimeCodeVerificationError) -> OneTimeCodeVerdict {
    guard let now = await trustedTime() else { return .clockAlarm }
    // 1. Form. A text that cannot be a recovery code does not count as an attempt.
    guard let characters = OneTimeRecoveryCodes.characters(typed) else { return .wrong }
    // 2. Rate, counted before evaluating and separately from the codes' failures: a block on codes must leave this way open.
    let keys = OneTimeCodeTallyKeys(user: login.user, factor: .recoveryCode, client: login.client)
    let (admission, isLastTry) = try await admit(keys, at: now)
    guard admission == .admitted else { return admission.verdict }
    // 3. Check every row, always all of them.
    let rows = try await stored { try await store.recoveryCodes(of: login.user) }
    guard let row = StoredRecoveryCode.find(characters, among: rows) else { return await refuse(.wrong, keys, isLastTry) }
    // 4. Single use: of two concurrent requests, only one finds the row.
    guard let left = try await stored({ try await store.takeRecoveryCode(row, countedAs: keys) }) else {
      return await refuse(.usedBefore, keys, isLastTry)
    }
    await tell(.recoveryCodeUsed(login.user, left: left, client: login.client))
    if left <= policy.lowRecoveryCodes { await tell(.recoveryCodesLow(login.user, left: left)) }
    return .accepted(OneTimeCodeFreshFactor(login: login, instant: now))
  }
}
