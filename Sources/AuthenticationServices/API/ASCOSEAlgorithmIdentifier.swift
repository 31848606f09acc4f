// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A signature algorithm, by its number in the IANA registry "COSE Algorithms" (RFC 9053).
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct ASCOSEAlgorithmIdentifier: RawRepresentable, Hashable, Sendable {
  /// The number in the registry.
  public var rawValue: Int

  /// Creates a value from its number in the registry.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Creates a value from its number in the registry.
  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  /// ECDSA with SHA-256 (-7).
  public static let ES256 = Self(-7)
}
