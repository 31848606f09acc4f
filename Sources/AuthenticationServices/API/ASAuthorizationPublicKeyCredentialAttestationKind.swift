// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A relying party's preference for attestation (WebAuthn §5.4.7 `AttestationConveyancePreference`).
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialAttestationKind: RawRepresentable, Hashable, Sendable {
  /// The value in the WebAuthn specification.
  public var rawValue: String

  /// Creates a value from its name in the WebAuthn specification.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates a value from its name in the WebAuthn specification.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// No attestation.
  public static let none = Self("none")
  /// The authenticator's own statement.
  public static let direct = Self("direct")
  /// A statement, which may be anonymised.
  public static let indirect = Self("indirect")
  /// A statement that may identify the individual authenticator.
  public static let enterprise = Self("enterprise")
}
