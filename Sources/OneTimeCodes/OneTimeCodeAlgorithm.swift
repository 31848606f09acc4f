// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The hash function under the HMAC (RFC 4226 §5.2, RFC 6238 §1.2).
public enum OneTimeCodeAlgorithm: String, Hashable, Sendable, CaseIterable {
  /// HMAC-SHA-1, the default of the key URI format.
  case sha1 = "SHA1"
  /// HMAC-SHA-256.
  case sha256 = "SHA256"
  /// HMAC-SHA-512.
  case sha512 = "SHA512"

  /// Length of the secret a service issues for this algorithm: the length of the hash, in bytes (RFC 6238 §5.1).
  public var secretByteCount: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha512: 64
    }
  }
}
