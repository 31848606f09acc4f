// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How much a relying party wants the person verified (WebAuthn L3 §5.8.6).
public struct UserVerificationRequirement: RawRepresentable, Hashable, Sendable, Codable {
  /// The value as it stands in options.
  public let rawValue: String

  /// Takes any text; the specification has clients treat an unknown one as absent.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The ceremony fails without user verification.
  public static let required = UserVerificationRequirement(rawValue: "required")
  /// User verification if possible; the default.
  public static let preferred = UserVerificationRequirement(rawValue: "preferred")
  /// Rather no user verification.
  public static let discouraged = UserVerificationRequirement(rawValue: "discouraged")

  /// This value, or `preferred` where it is not one that the specification names.
  public var known: UserVerificationRequirement {
    [.required, .preferred, .discouraged].contains(self) ? self : .preferred
  }
}

/// Whether a relying party wants a discoverable credential (WebAuthn L3 §5.4.6).
public struct ResidentKeyRequirement: RawRepresentable, Hashable, Sendable, Codable {
  /// The value as it stands in options.
  public let rawValue: String

  /// Takes any text; the specification has clients treat an unknown one as absent.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The ceremony fails where no discoverable credential can be made.
  public static let required = ResidentKeyRequirement(rawValue: "required")
  /// A discoverable credential if possible.
  public static let preferred = ResidentKeyRequirement(rawValue: "preferred")
  /// Rather a server-side credential.
  public static let discouraged = ResidentKeyRequirement(rawValue: "discouraged")
}

/// Where an authenticator sits (WebAuthn L3 §5.4.5).
public struct AuthenticatorAttachment: RawRepresentable, Hashable, Sendable, Codable {
  /// The value as it stands in options and responses.
  public let rawValue: String

  /// Takes any text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Part of the person's device.
  public static let platform = AuthenticatorAttachment(rawValue: "platform")
  /// Can be moved between devices.
  public static let crossPlatform = AuthenticatorAttachment(rawValue: "cross-platform")
}

/// Whether a relying party wants to know what made the credential (WebAuthn L3 §5.4.7).
public struct AttestationConveyancePreference: RawRepresentable, Hashable, Sendable, Codable {
  /// The value as it stands in options.
  public let rawValue: String

  /// Takes any text; the specification has clients treat an unknown one as `none`.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// No attestation; the default.
  public static let none = AttestationConveyancePreference(rawValue: "none")
  /// Verifiable attestation, which the client may replace by one that says less.
  public static let indirect = AttestationConveyancePreference(rawValue: "indirect")
  /// Attestation as the authenticator made it.
  public static let direct = AttestationConveyancePreference(rawValue: "direct")
  /// Attestation that may identify the single device, for organisations that have agreed on it.
  public static let enterprise = AttestationConveyancePreference(rawValue: "enterprise")
}
