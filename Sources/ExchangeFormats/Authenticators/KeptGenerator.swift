// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import OneTimeCodes
import SecretMemory

/// What programs keep of one generator of codes, each value by itself.
struct KeptGenerator {
  /// The kinds that codes can be made for.
  enum Kind: Hashable {
    case timeBased, counterBased, steam
  }

  /// The secret as it is kept.
  enum Secret {
    /// In Base32.
    case base32(SharedSecret)
    /// Its bytes.
    case bytes(SharedSecret)
  }

  /// The kind; nil for one that no code can be made for.
  var kind: Kind?
  /// The kind as the program names it.
  var kindName: String
  /// The secret; nil where there is none.
  var secret: Secret?
  /// The hash as the program names it; nil for SHA-1.
  var algorithm: String?
  /// How many characters a code has; nil for the kind's own number.
  var digits: Int?
  /// How long a code holds, in seconds; nil for 30.
  var period: Int?
  /// The number of the next code; nil for 0.
  var counter: Int?
  /// What a person types beside, where the kind has it.
  var pin: SharedSecret?

  /// Names a generator.
  init(_ kindName: String, secret: Secret?) {
    self.kindName = kindName
    self.secret = secret
    switch kindName.lowercased() {
    case "totp": kind = .timeBased
    case "hotp": kind = .counterBased
    case "steam": kind = .steam
    default: kind = nil
    }
  }

  /// The rules for making codes; nil where no code can be made.
  ///
  /// - Returns: With the rules, whether the secret has a last letter that no byte takes.
  func parameters() -> (parameters: OneTimeCodeParameters, hasSurplusLetter: Bool)? {
    guard let kind, pin == nil, let secret = secretBytes(), let hash = hash() else { return nil }
    let form: OneTimeCodeParameters.Form
    switch kind {
    case .timeBased:
      guard let period = Int64(exactly: period ?? 30) else { return nil }
      form = .timeBased(period: .seconds(period))
    case .counterBased:
      guard let counter = UInt64(exactly: counter ?? 0) else { return nil }
      form = .counterBased(counter: counter)
    case .steam:
      guard period ?? 30 == 30 else { return nil }
      form = .steam
    }
    guard let parameters = try? OneTimeCodeParameters(secret: secret.bytes, algorithm: hash, digits: digits, form: form) else { return nil }
    return (parameters, secret.hasSurplusLetter)
  }

  private func hash() -> OneTimeCodeAlgorithm? {
    guard let algorithm else { return .sha1 }
    return try? OneTimeCodeAlgorithm(naming: algorithm)
  }

  private func secretBytes() -> (bytes: SharedSecret, hasSurplusLetter: Bool)? {
    switch secret {
    case nil: return nil
    case .bytes(let bytes): return (bytes, false)
    case .base32(let text): return LenientBase32.bytes(of: text)
    }
  }
}
