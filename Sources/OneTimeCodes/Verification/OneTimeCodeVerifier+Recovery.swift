// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension OneTimeCodeVerifier {
  /// Makes ten recovery codes and voids all older ones. Show them once; they cannot be shown again.
  ///
  /// - Throws: `notFresh`, `clockAlarm`, `storeFailed`.
  public func makeRecoveryCodes(
    with fresh: OneTimeCodeFreshFactor, using generator: inout some RandomNumberGenerator
  ) async throws(OneTimeCodeVerificationError) -> OneTimeRecoveryCodes {
    try await check(fresh, of: fresh.user)
    let (codes, rows) = OneTimeRecoveryCodes.generate(using: &generator)
    try await stored { try await store.replaceRecoveryCodes(of: fresh.user, with: rows) }
    await tell(.recoveryCodesMade(fresh.user))
    return codes
  }

  /// How many recovery codes the user has left.
  public func recoveryCodesLeft(of user: OneTimeCodeUserID) async throws(OneTimeCodeVerificationError) -> Int {
    try await stored { try await store.recoveryCodes(of: user) }.count
  }

  /// Judges a recovery code typed in place of a code; a right one is used up, and lifts a hard stop.
  ///
  /// - Throws: `storeFailed`; then nothing was accepted.
  public func redeem(
    recoveryCode typed: String, in login: OneTimeCodeLogin
  ) async throws(OneTimeCodeVerificationError) -> OneTimeCodeVerdict {
    guard let now = await trustedTime() else { return .clockAlarm }
    // 1. Form. A text that cannot be a recovery code costs no try.
    guard let characters = OneTimeRecoveryCodes.characters(typed) else { return .wrong }
    // 2. Rate, counted before evaluating, apart from the codes' own: a hard stop there must leave this way open.
    let keys = OneTimeCodeTallyKeys(user: login.user, factor: .recoveryCode, client: login.client)
    let (admission, isLastTry) = try await admit(keys, at: now)
    guard admission == .admitted else { return admission.verdict }
    // 3. Every row, always all of them.
    let rows = try await stored { try await store.recoveryCodes(of: login.user) }
    guard let row = StoredRecoveryCode.find(characters, among: rows) else { return await refuse(.wrong, keys, isLastTry) }
    // 4. Once: of two takers one finds it there.
    guard let left = try await stored({ try await store.takeRecoveryCode(row, countedAs: keys) }) else {
      return await refuse(.usedBefore, keys, isLastTry)
    }
    await tell(.recoveryCodeUsed(login.user, left: left, client: login.client))
    if left <= policy.lowRecoveryCodes { await tell(.recoveryCodesLow(login.user, left: left)) }
    return .accepted(OneTimeCodeFreshFactor(login: login, instant: now))
  }
}
