// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import SecretMemory

/// Everything that determines a code: the shared secret, the hash, the length and the moving factor (RFC 4226, RFC 6238).
public struct OneTimeCodeParameters: Sendable {
  /// The kind of moving factor.
  public enum Form: Hashable, Sendable {
    /// The number of periods since 1970 (RFC 6238 §4). The period is a whole number of seconds, from 1 second to 1 day.
    case timeBased(period: Duration)
    /// The counter of the next code (RFC 4226 §5.1).
    case counterBased(counter: UInt64)
    /// Steam's variant: 30 seconds, SHA-1, and five characters from Steam's own alphabet.
    case steam
  }

  /// The maximum length of a secret, in bytes.
  public static let maximumSecretByteCount = 1024

  /// The supported code lengths in characters, except for Steam; `docs/decisions/0005` gives the reasons.
  static let digitCounts: ClosedRange<UInt64> = 6...10
  /// The code lengths that a service issues (RFC 4226 §5.3).
  static let issuedDigitCounts: ClosedRange<Int> = 6...8
  /// The supported periods, in seconds.
  static let periods: ClosedRange<UInt64> = 1...86_400

  /// The HMAC key.
  public let secret: SharedSecret
  /// The hash function used in the HMAC.
  public let algorithm: OneTimeCodeAlgorithm
  /// The length of the code in characters: 6 to 10, or 5 for Steam.
  public let digits: Int
  /// The moving factor.
  public let form: Form

  /// Creates parameters after checking that they are compatible.
  ///
  /// - Parameters:
  ///   - secret: 1 to ``maximumSecretByteCount`` bytes.
  ///   - algorithm: Must be SHA-1 for Steam.
  ///   - digits: 6 to 10, or 5 for Steam; `nil` for the form's usual length.
  ///   - form: The moving factor. A period is a whole number of seconds, from 1 second to 1 day.
  /// - Throws: `missingSecret`, `secretTooLong`, `digitsOutOfRange`, `periodOutOfRange` or, for Steam with another hash,
  ///   `unsupportedAlgorithm`.
  public init(
    secret: SharedSecret, algorithm: OneTimeCodeAlgorithm = .sha1, digits: Int? = nil, form: Form = .timeBased(period: .seconds(30))
  ) throws(OneTimeCodesError) {
    guard secret.byteCount > 0 else { throw OneTimeCodesError(.missingSecret, parameter: "secret") }
    guard secret.byteCount <= Self.maximumSecretByteCount else { throw OneTimeCodesError(.secretTooLong, parameter: "secret") }
    let usualDigits = form == .steam ? 5 : 6
    guard let count = UInt64(exactly: digits ?? usualDigits), form == .steam ? count == 5 : Self.digitCounts.contains(count) else {
      throw OneTimeCodesError(.digitsOutOfRange, parameter: "digits")
    }
    if form == .steam, algorithm != .sha1 { throw OneTimeCodesError(.unsupportedAlgorithm, parameter: "algorithm") }
    if case .timeBased(let period) = form {
      let (seconds, attoseconds) = period.components
      guard attoseconds == 0, let seconds = UInt64(exactly: seconds), Self.periods.contains(seconds) else {
        throw OneTimeCodesError(.periodOutOfRange, parameter: "period")
      }
    }
    self.secret = secret
    self.algorithm = algorithm
    self.digits = digits ?? usualDigits
    self.form = form
  }

  /// Generates time-based parameters for a service to issue, with a new secret of the algorithm's length.
  ///
  /// - Parameter digits: 6 to 8. Longer codes are harder to type and add little security.
  /// - Throws: `digitsOutOfRange` or `periodOutOfRange`.
  public static func generate(
    algorithm: OneTimeCodeAlgorithm = .sha1, digits: Int = 6, period: Duration = .seconds(30),
    using generator: inout some RandomNumberGenerator
  ) throws(OneTimeCodesError) -> OneTimeCodeParameters {
    guard issuedDigitCounts.contains(digits) else { throw OneTimeCodesError(.digitsOutOfRange, parameter: "digits") }
    let secret = SharedSecret(SecretBytes.random(byteCount: algorithm.secretByteCount, using: &generator))
    return try OneTimeCodeParameters(secret: secret, algorithm: algorithm, digits: digits, form: .timeBased(period: period))
  }

  /// The period for which a code is valid; `nil` for counter-based codes.
  public var period: Duration? {
    switch form {
    case .timeBased(let period): period
    case .steam: .seconds(30)
    case .counterBased: nil
    }
  }

  /// Returns the moving factor at an instant: the number of whole periods since 1970 or, for counter-based codes, the counter.
  ///
  /// Instants before 1970 count as 1970.
  public func step(at instant: Date) -> UInt64 {
    if case .counterBased(let counter) = form { return counter }
    let periods = (instant.timeIntervalSince1970 / periodInSeconds).rounded(.down)
    return periods > 0 ? UInt64(exactly: periods) ?? .max : 0
  }

  /// Returns the code for an instant, with its validity period.
  public func code(at instant: Date) -> OneTimeCode { code(forStep: step(at: instant), at: instant) }

  /// Returns the code for a step, with its validity period. A counter-based code is valid from the given instant.
  func code(forStep step: UInt64, at instant: Date) -> OneTimeCode {
    let text = text(forStep: step)
    if case .counterBased = form { return OneTimeCode(text: text, validFrom: instant, validUntil: .distantFuture) }
    let start = Double(step) * periodInSeconds
    return OneTimeCode(
      text: text, validFrom: Date(timeIntervalSince1970: start), validUntil: Date(timeIntervalSince1970: start + periodInSeconds))
  }

  /// Creates parameters from a secret in Base32.
  ///
  /// - Parameters:
  ///   - base32: The secret, in any notation that ``Base32`` tolerates.
  ///   - algorithm: Must be SHA-1 for Steam.
  ///   - digits: 6 to 10, or 5 for Steam; `nil` for the form's usual length.
  ///   - form: The moving factor. A period is a whole number of seconds, from 1 second to 1 day.
  /// - Throws: The same errors as ``Base32/decode(_:)-(String)`` and ``init(secret:algorithm:digits:form:)``.
  public init(
    base32: String, algorithm: OneTimeCodeAlgorithm = .sha1, digits: Int? = nil, form: Form = .timeBased(period: .seconds(30))
  ) throws(OneTimeCodesError) {
    try self.init(secret: SharedSecret(Base32.decode(base32)), algorithm: algorithm, digits: digits, form: form)
  }

  /// Returns the parameters for the next code: a counter-based form with its counter increased by one, any other form unchanged.
  public func afterUse() -> OneTimeCodeParameters {
    guard case .counterBased(let counter) = form else { return self }
    return OneTimeCodeParameters(unchecked: self, form: .counterBased(counter: counter &+ 1))
  }

  private init(unchecked other: OneTimeCodeParameters, form: Form) {
    secret = other.secret
    algorithm = other.algorithm
    digits = other.digits
    self.form = form
  }

  private var periodInSeconds: Double {
    if case .timeBased(let period) = form { return Double(period.components.seconds) }
    return 30
  }
}
