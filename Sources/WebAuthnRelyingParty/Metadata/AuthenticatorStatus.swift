// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A certification or a problem of an authenticator model (MDS3 §3.1.4).
public struct AuthenticatorStatus: RawRepresentable, Hashable, Sendable {
  /// The name used in metadata.
  public let rawValue: String

  /// Creates a status from any name. Ignore unknown names (MDS3 §3.1.4).
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The model is not certified.
  public static let notCertified = AuthenticatorStatus(rawValue: "NOT_FIDO_CERTIFIED")
  /// The manufacturer states that the model meets the requirements.
  public static let selfAssertionSubmitted = AuthenticatorStatus(rawValue: "SELF_ASSERTION_SUBMITTED")
  /// Software can bypass user verification.
  public static let userVerificationBypass = AuthenticatorStatus(rawValue: "USER_VERIFICATION_BYPASS")
  /// An attestation key has leaked: of one batch if the report has a certificate, otherwise of the model.
  public static let attestationKeyCompromise = AuthenticatorStatus(rawValue: "ATTESTATION_KEY_COMPROMISE")
  /// User keys can be obtained remotely.
  public static let userKeyRemoteCompromise = AuthenticatorStatus(rawValue: "USER_KEY_REMOTE_COMPROMISE")
  /// User keys can be obtained with physical access to the device.
  public static let userKeyPhysicalCompromise = AuthenticatorStatus(rawValue: "USER_KEY_PHYSICAL_COMPROMISE")
  /// Newer firmware fixes what was reported before.
  public static let updateAvailable = AuthenticatorStatus(rawValue: "UPDATE_AVAILABLE")
  /// The model must not be trusted.
  public static let revoked = AuthenticatorStatus(rawValue: "REVOKED")
  /// The model is no longer maintained (MDS 3.1).
  public static let retired = AuthenticatorStatus(rawValue: "RETIRED")

  /// The certification level, if the status is a certification.
  public var certification: CertificationLevel? {
    switch rawValue {
    // The old functional certification, succeeded by level 1.
    case "FIDO_CERTIFIED", "FIDO_CERTIFIED_L1": .level1
    case "FIDO_CERTIFIED_L1plus": .level1Plus
    case "FIDO_CERTIFIED_L2": .level2
    case "FIDO_CERTIFIED_L2plus": .level2Plus
    case "FIDO_CERTIFIED_L3": .level3
    case "FIDO_CERTIFIED_L3plus": .level3Plus
    default: nil
    }
  }
}

/// A FIDO certification level, from least to most strict.
public enum CertificationLevel: Int, Comparable, Sendable {
  /// FIDO's levels L1 to L3+. Each requires more than the one before.
  case level1, level1Plus, level2, level2Plus, level3, level3Plus

  /// Orders levels by strictness.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
