// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Whether a security key must store the credential itself (WebAuthn §5.4.6 `ResidentKeyRequirement`).
@available(iOS 15.0, macOS 12.0, *)
public struct ASAuthorizationPublicKeyCredentialResidentKeyPreference: RawRepresentable, Hashable, Sendable {
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

  /// Should be avoided.
  public static let discouraged = Self("discouraged")
  /// If possible.
  public static let preferred = Self("preferred")
  /// The registration fails otherwise.
  public static let required = Self("required")
}
