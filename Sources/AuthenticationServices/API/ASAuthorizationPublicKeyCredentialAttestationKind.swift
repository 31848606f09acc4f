// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a relying party wants to know of the authenticator (WebAuthn §5.4.7 `AttestationConveyancePreference`).
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialAttestationKind: RawRepresentable, Hashable, Sendable {
  /// The word of the WebAuthn specification.
  public var rawValue: String

  /// Takes the word of the WebAuthn specification.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Takes the word of the WebAuthn specification.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Nothing.
  public static let none = Self("none")
  /// The authenticator's own statement.
  public static let direct = Self("direct")
  /// A statement, which may be made anonymous.
  public static let indirect = Self("indirect")
  /// A statement that may name the single authenticator.
  public static let enterprise = Self("enterprise")
}
