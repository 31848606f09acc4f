// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An elliptic curve by its number in the IANA registry "COSE Elliptic Curves" (RFC 9053).
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct ASCOSEEllipticCurveIdentifier: RawRepresentable, Hashable, Sendable {
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

  /// NIST P-256 (1).
  public static let P256 = Self(1)
}
