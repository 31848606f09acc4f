// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An elliptic curve, by its number in the IANA registry "COSE Elliptic Curves" (RFC 9053).
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct ASCOSEEllipticCurveIdentifier: RawRepresentable, Hashable, Sendable {
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

  /// NIST P-256 (1).
  public static let P256 = Self(1)
}
