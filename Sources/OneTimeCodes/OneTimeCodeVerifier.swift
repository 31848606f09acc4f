// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import SecretMemory

/// What came of one typed code.
public enum OneTimeCodeVerdict: Hashable, Sendable {
  /// Right, and used up from now on.
  case accepted
  /// Not a code of the window. Not counted when it has not even the form of one.
  case wrong
  /// Right, and used before. Tell the person the same as for ``wrong``; the service may log it apart.
  case usedBefore
  /// Not evaluated; the wait that remains.
  case tooSoon(retryAfter: Duration)
  /// Not evaluated, and none will be until the store's attempts are cleared after another factor.
  case exhausted
}

/// Judges the codes that people type at a service: a narrow window, one use each, slow guessing, constant time.
///
/// A one-time code is a second factor: call this only after a password or passkey was right.
public struct OneTimeCodeVerifier<Store: OneTimeCodeVerificationStore>: Sendable {
  /// The shortest secret verified with, in bytes (RFC 4226 §4 R6).
  public static var shortestSecretByteCount: Int { 16 }

  private let store: Store
  private let stepsBehind: UInt64

  /// - Parameter stepsBehind: How many periods before the current one are accepted: 1 allows for typing and transmission (RFC 6238 §5.2),
  ///   0 is the strict profile.
  public init(store: Store, stepsBehind: UInt64 = 1) {
    self.store = store
    self.stepsBehind = min(stepsBehind, 10)
  }

  /// Judges a typed code.
  ///
  /// - Parameters:
  ///   - typed: What the person typed; spaces are ignored, digits other than ASCII's are wrong.
  ///   - credential: Whose attempts and last step to use.
  ///   - parameters: Time-based parameters as issued.
  ///   - now: The service's clock.
  /// - Throws: ``OneTimeCodeVerificationError``: the store's failure, or parameters that this verifier refuses: `secretTooShort`,
  ///   `formNotExpressible` for anything but time-based codes.
  public func verify(
    _ typed: String, for credential: Store.CredentialID, parameters: OneTimeCodeParameters, at now: Date
  ) async throws(OneTimeCodeVerificationError<Store.Failure>) -> OneTimeCodeVerdict {
    guard case .timeBased = parameters.form else { throw .parameters(OneTimeCodesError(.formNotExpressible)) }
    guard parameters.secret.byteCount >= Self.shortestSecretByteCount else {
      throw .parameters(OneTimeCodesError(.secretTooShort, parameter: "secret"))
    }
    // 1. Form. A text that cannot be a code costs no try.
    let digits = Array(typed.utf8.filter { $0 != UInt8(ascii: " ") })
    guard digits.count == parameters.digits, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return .wrong }
    // 2. Rate, counted before evaluating.
    switch try await attempts(of: credential, { $0.admit(at: now) }) {
    case .admitted: break
    case .tooSoon(let retryAfter): return .tooSoon(retryAfter: retryAfter)
    case .exhausted: return .exhausted
    }
    // 3. Every step of the window, always all of them.
    let current = parameters.step(at: now)
    var matching: UInt64?
    for step in (current - min(stepsBehind, current))...current {
      if constantTimeEquals(digits, Array(parameters.text(forStep: step).utf8)) { matching = step }
    }
    guard let matching else { return .wrong }
    // 4. Once: this step has to be later than any used before.
    let isFirstUse: Bool
    do { isFirstUse = try await store.advanceLastStep(of: credential, to: matching) } catch { throw .store(error) }
    guard isFirstUse else { return .usedBefore }
    // 5. Success ends the row of failures.
    try await attempts(of: credential) { $0 = OneTimeCodeAttempts() }
    return .accepted
  }

  private func attempts<Result: Sendable>(
    of credential: Store.CredentialID, _ change: @escaping @Sendable (inout OneTimeCodeAttempts) -> Result
  ) async throws(OneTimeCodeVerificationError<Store.Failure>) -> Result {
    do { return try await store.updateAttempts(of: credential, change) } catch { throw .store(error) }
  }
}

/// Why a code could not be judged at all.
public enum OneTimeCodeVerificationError<StoreFailure: Error>: Error {
  /// The database failed; the code is neither accepted nor wrong.
  case store(StoreFailure)
  /// The parameters are not fit for verification.
  case parameters(OneTimeCodesError)
}
