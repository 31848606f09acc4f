// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A signature algorithm by its number in the IANA registry "COSE Algorithms" (RFC 9053).
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct ASCOSEAlgorithmIdentifier: RawRepresentable, Hashable, Sendable {
  /// The registry's number.
  public var rawValue: Int

  /// Takes the registry's number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Takes the registry's number.
  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  /// ECDSA with SHA-256 (-7).
  public static let ES256 = Self(-7)
}
