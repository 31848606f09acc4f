// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The hash function used in the HMAC (RFC 4226 §5.2, RFC 6238 §1.2).
public enum OneTimeCodeAlgorithm: String, Hashable, Sendable, CaseIterable {
  /// HMAC-SHA-1, the default of the key URI format.
  case sha1 = "SHA1"
  /// HMAC-SHA-256.
  case sha256 = "SHA256"
  /// HMAC-SHA-512.
  case sha512 = "SHA512"

  /// The length of a secret issued for this algorithm, in bytes: the length of the hash (RFC 6238 §5.1).
  public var secretByteCount: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha512: 64
    }
  }
}

extension OneTimeCodeAlgorithm {
  /// Creates an algorithm from a name as services and exporters write it: in any case, `SHA-256`, `HMAC-SHA256`, `HmacSHA256`,
  /// `Algorithm.sha256`.
  ///
  /// - Throws: `unsupportedAlgorithm` for SHA-224 and SHA-384; `unknownAlgorithm` for any other name.
  package init(naming text: String) throws(OneTimeCodesError) {
    // Only ASCII letters are upper-cased: some other letters have ASCII capitals (ſ becomes S).
    var name = String(decoding: text.utf8.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
    if name.hasPrefix("ALGORITHM.") { name.removeFirst(10) }
    name.removeAll { $0 == "-" || $0 == "_" || $0 == " " }
    if name.hasPrefix("HMAC") { name.removeFirst(4) }
    switch name {
    case "SHA1": self = .sha1
    case "SHA256": self = .sha256
    case "SHA512": self = .sha512
    case "SHA224", "SHA384": throw OneTimeCodesError(.unsupportedAlgorithm, parameter: "algorithm")
    default: throw OneTimeCodesError(.unknownAlgorithm, parameter: "algorithm")
    }
  }
}
