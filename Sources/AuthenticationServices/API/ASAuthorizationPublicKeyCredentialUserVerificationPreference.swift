// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A relying party's preference for user verification (WebAuthn §5.8.6 `UserVerificationRequirement`).
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable, Hashable, Sendable {
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

  /// The user is verified if possible.
  public static let preferred = Self("preferred")
  /// The ceremony fails unless the user is verified.
  public static let required = Self("required")
  /// Verification should be avoided.
  public static let discouraged = Self("discouraged")
}
