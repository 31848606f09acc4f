// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How much a relying party wants the person verified (WebAuthn §5.8.6 `UserVerificationRequirement`).
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable, Hashable, Sendable {
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

  /// The person is verified where that is possible.
  public static let preferred = Self("preferred")
  /// The ceremony fails unless the person is verified.
  public static let required = Self("required")
  /// The person is not bothered.
  public static let discouraged = Self("discouraged")
}
