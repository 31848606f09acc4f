// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Whether a security key shall keep the credential itself (WebAuthn §5.4.6 `ResidentKeyRequirement`).
@available(iOS 15.0, macOS 12.0, *)
public struct ASAuthorizationPublicKeyCredentialResidentKeyPreference: RawRepresentable, Hashable, Sendable {
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

  /// Rather not.
  public static let discouraged = Self("discouraged")
  /// If it can.
  public static let preferred = Self("preferred")
  /// The registration fails unless it does.
  public static let required = Self("required")
}
