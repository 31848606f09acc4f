// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import OneTimeCodes
import SecretMemory

/// The values that programs store for a code generator, one by one.
struct KeptGenerator {
  /// The kinds for which codes can be generated.
  enum Kind: Hashable {
    case timeBased, counterBased, steam
  }

  /// The stored secret.
  enum Secret {
    /// A secret in Base32.
    case base32(SharedSecret)
    /// A secret as bytes.
    case bytes(SharedSecret)
  }

  /// The kind; nil if no codes can be generated for it.
  var kind: Kind?
  /// The program's name for the kind.
  var kindName: String
  /// The secret; nil if there is none.
  var secret: Secret?
  /// The program's name for the hash; nil for SHA-1.
  var algorithm: String?
  /// The number of characters in a code; nil for the kind's usual number.
  var digits: Int?
  /// The validity of a code in seconds; nil for 30.
  var period: Int?
  /// The counter of the next code; nil for 0.
  var counter: Int?
  /// The PIN that the user types as well, for kinds with one.
  var pin: SharedSecret?

  /// Creates a generator from the program's name for its kind.
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

  /// Returns the parameters for generating codes; nil if that is impossible.
  ///
  /// - Returns: The parameters, and whether the secret has a surplus last letter that encodes no byte.
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
