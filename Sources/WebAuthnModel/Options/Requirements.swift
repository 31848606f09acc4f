// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A relying party's requirement for user verification (WebAuthn L3 §5.8.6).
public struct UserVerificationRequirement: RawRepresentable, Hashable, Sendable, Codable {
  /// The value in options.
  public let rawValue: String

  /// Creates a value from any text. The specification requires clients to treat an unknown value as absent.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The ceremony fails without user verification.
  public static let required = UserVerificationRequirement(rawValue: "required")
  /// User verification is used if possible; the default.
  public static let preferred = UserVerificationRequirement(rawValue: "preferred")
  /// User verification should be avoided.
  public static let discouraged = UserVerificationRequirement(rawValue: "discouraged")

  /// This value; `preferred` if the specification does not define it.
  public var known: UserVerificationRequirement {
    [.required, .preferred, .discouraged].contains(self) ? self : .preferred
  }
}

/// A relying party's requirement for a discoverable credential (WebAuthn L3 §5.4.6).
public struct ResidentKeyRequirement: RawRepresentable, Hashable, Sendable, Codable {
  /// The value in options.
  public let rawValue: String

  /// Creates a value from any text. The specification requires clients to treat an unknown value as absent.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The ceremony fails if no discoverable credential can be created.
  public static let required = ResidentKeyRequirement(rawValue: "required")
  /// A discoverable credential if possible.
  public static let preferred = ResidentKeyRequirement(rawValue: "preferred")
  /// A server-side credential is preferred.
  public static let discouraged = ResidentKeyRequirement(rawValue: "discouraged")
}

/// The attachment of an authenticator to the device (WebAuthn L3 §5.4.5).
public struct AuthenticatorAttachment: RawRepresentable, Hashable, Sendable, Codable {
  /// The value in options and responses.
  public let rawValue: String

  /// Creates a value from any text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Part of the user's device.
  public static let platform = AuthenticatorAttachment(rawValue: "platform")
  /// Removable, for use with several devices.
  public static let crossPlatform = AuthenticatorAttachment(rawValue: "cross-platform")
}

/// A relying party's preference for attestation (WebAuthn L3 §5.4.7).
public struct AttestationConveyancePreference: RawRepresentable, Hashable, Sendable, Codable {
  /// The value in options.
  public let rawValue: String

  /// Creates a value from any text. The specification requires clients to treat an unknown value as `none`.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// No attestation; the default.
  public static let none = AttestationConveyancePreference(rawValue: "none")
  /// Verifiable attestation, which the client may replace with a less revealing one.
  public static let indirect = AttestationConveyancePreference(rawValue: "indirect")
  /// The authenticator's own attestation.
  public static let direct = AttestationConveyancePreference(rawValue: "direct")
  /// Attestation that may identify the individual device, for organisations that have agreed to it.
  public static let enterprise = AttestationConveyancePreference(rawValue: "enterprise")
}
